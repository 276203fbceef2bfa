-- A signed form may be sent as pictures, which the server makes into one PDF.

alter table signed_contract add column pictures smallint;
comment on column signed_contract.pictures is
  'How many pictures the file was made from. The pictures are not stored. Null if it was sent as a PDF.';

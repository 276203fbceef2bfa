-- Plan staff also hear of requests that are left to them later, because an office lost its SAA.

alter table staff_request_candidate add column announced_at timestamptz;
comment on column staff_request_candidate.announced_at is
  'When the bells of plan staff got it. Null while that is due, or while an SAA can decide it.';

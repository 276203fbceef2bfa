import { type Kysely, sql } from 'kysely'

/** What plan staff write for the portal: banners, questions and answers, descriptions. HTML in them is sanitised. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table banner (
      id bigint generated always as identity primary key,
      category_id text not null,
      summary text not null,
      body text not null default '',
      display_body boolean not null default false,
      brand text,
      audience text not null check (audience in ('PROVIDER', 'MEMBER', 'PUBLIC')),
      starts_at timestamptz not null,
      ends_at timestamptz,
      version int not null default 1,
      updated_at timestamptz not null
    );
    create index banner_audience on banner (audience, starts_at);

    create table faq (
      id bigint generated always as identity primary key,
      category_id text not null,
      question text not null,
      answer text not null,
      brand text,
      position int not null default 0,
      version int not null default 1,
      updated_at timestamptz not null
    );
    create index faq_category on faq (category_id, position);

    create table description (
      id bigint generated always as identity primary key,
      category_id text not null,
      body text not null,
      brand text,
      version int not null default 1,
      updated_at timestamptz not null,
      unique nulls not distinct (category_id, brand)
    );
  `.execute(db)
}

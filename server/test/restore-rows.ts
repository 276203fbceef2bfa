import pg from 'pg'
import type { Connection } from './database.ts'

/** Names and columns of all tables that can be restored. Generated columns cannot be written. */
const TABLES = `
  select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely%'
    and a.attgenerated = '' group by c.relname`

/** Copies every table, and notes the state of each: a changed row has a newer transaction id. */
const COPY = `
  create schema copied;
  create table copied.state (name text primary key, columns text not null, state text not null);
  create function copied.state_of(name text) returns text language plpgsql as $$
    declare state text;
    begin
      execute format('select count(*) || '' '' || coalesce(max(xmin::text::bigint), 0) from public.%I', name) into state;
      return state;
    end $$;
  create function copied.restore() returns void language plpgsql as $$
    declare one record;
    begin
      for one in select s.name, s.columns from copied.state s where s.state <> copied.state_of(s.name) loop
        execute format('delete from public.%I', one.name);
        execute format('insert into public.%1$I (%2$s) overriding system value select %2$s from copied.%1$I',
          one.name, one.columns);
        update copied.state s set state = copied.state_of(one.name) where s.name = one.name;
      end loop;
    end $$;
  do $$
    declare one record;
    begin
      for one in ${TABLES} loop
        execute format('create table copied.%1$I as table public.%1$I', one.name);
        insert into copied.state values (one.name, one.columns, copied.state_of(one.name));
      end loop;
    end $$`

/**
 * Restores the rows of a test database to what they were at the first call. Much faster than a new database and a new
 * server, whose connections begin without plans and caches. Numbers of new rows are not used again.
 */
export function createRowRestorer(owner: Connection) {
  let client: pg.Client | undefined
  return {
    async restore(): Promise<void> {
      if (client) return void (await client.query('select copied.restore()'))
      client = new pg.Client(owner)
      // A test may end all sessions of its database.
      client.on('error', () => {})
      await client.connect()
      // Foreign keys and the triggers of append-only tables do not apply.
      await client.query('set session_replication_role = replica')
      await client.query(COPY)
    },
    async close(): Promise<void> {
      await client?.end()
    },
  }
}

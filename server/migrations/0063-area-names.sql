-- Comments begin with the area that owns the table or function. Two areas have new names.

do $$
declare
  named record;
begin
  for named in
    select format('%s %s', case o.classoid when 'pg_class'::regclass then case c.relkind when 'v' then 'view' else 'table' end
        else 'function' end,
        case o.classoid when 'pg_class'::regclass then o.objoid::regclass::text else o.objoid::regprocedure::text end) as object,
      regexp_replace(regexp_replace(o.description, '^staff-directory: ', 'staff-sign-in: '), '^directory: ', 'plan-data: ')
        as description
    from pg_description o
    left join pg_class c on o.classoid = 'pg_class'::regclass and c.oid = o.objoid
    where o.objsubid = 0 and o.classoid in ('pg_class'::regclass, 'pg_proc'::regclass)
      and o.description ~ '^(staff-)?directory: '
  loop
    execute format('comment on %s is %L', named.object, named.description);
  end loop;
end
$$;

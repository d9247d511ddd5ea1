-- Written by hand: drizzle-kit knows neither extensions nor what to do without them.
-- Without pg_trgm everything works, but a search reads every row of the caller. Therefore its absence is no error.
-- The server runs this file again at each start until the indexes are there (server/store/search.ts).
do $$
begin
  create extension if not exists pg_trgm;
  create index if not exists layouts_search on layouts using gin (name gin_trgm_ops, "group" gin_trgm_ops);
  create index if not exists transcripts_search on transcripts using gin (title gin_trgm_ops, patient_id gin_trgm_ops);
  create index if not exists users_search on users using gin (email gin_trgm_ops, name gin_trgm_ops);
  create index if not exists directories_search on directories using gin (name gin_trgm_ops);
  create index if not exists licenses_search on licenses using gin (product gin_trgm_ops);
  create index if not exists outputs_search on outputs using gin (title gin_trgm_ops, patient_id gin_trgm_ops);
exception
  -- The extension is not installed, may not be created by this user, or is in a schema that is not searched.
  when feature_not_supported or undefined_file or insufficient_privilege or undefined_object then
    raise warning 'pg_trgm is not available, so searching is slow: %', sqlerrm;
end
$$;

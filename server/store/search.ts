import type pg from 'pg'

/**
 * Indexes for searching, with the extension that they need. No migration creates them, because a database can lack the
 * extension: everything works without it, but a search reads every row of the caller. So its absence is no error.
 */
const indexes = `
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
$$`

/**
 * Creates the indexes for searching if they are missing. Returns true if the indexes exist afterwards. The extension
 * pg_trgm may have become available after an earlier start. Call it while the lock of the migrations is held.
 */
export async function ensureSearch(client: pg.ClientBase): Promise<boolean> {
  const areThere = async () => {
    const { rows } = await client.query<{ there: boolean }>("select to_regclass('outputs_search') is not null as there")
    return rows[0]?.there === true
  }
  if (await areThere()) return true
  await client.query(indexes)
  return areThere()
}

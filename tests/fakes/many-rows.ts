import type pg from 'pg'

/**
 * Inserts many rows into one table as fast as PostgreSQL can: without checking references, and with the indexes made
 * afterwards. `insert` is an `insert … select`. Collects the statistics that the planner needs.
 */
export async function fillTable(client: pg.ClientBase, table: string, insert: string): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
     where indrelid = $1::regclass and not exists (select 1 from pg_constraint where conindid = indexrelid)`,
    [table],
  )
  // Triggers check the references.
  await client.query("set session_replication_role = replica; set synchronous_commit = off; set work_mem = '64MB'")
  await client.query("set maintenance_work_mem = '512MB'")
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query(insert)
  for (const { made } of indexes) await client.query(made)
  await client.query(`vacuum analyze ${table}`)
}

/** Ids of the people and the directory of `fillStore`. */
export interface Filled {
  /** Id of a person who owns half of all notes and is in the directory. */
  busyId: string
  /** Id of a person who owns a few notes and is in the directory. */
  quietId: string
  directoryId: string
}

/** Returns the SQL of a UUID that begins with `kind` and ends with `number` (hexadecimal). */
const idOf = (kind: number, number: string) =>
  `('${kind}0000000-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`

const people = 1
const directories = 2
const busyNumber = 1
const quietNumber = 3

/** The SQL of the owner of row i: the first person owns every second row, 5,000 people own the others. */
const owner = idOf(people, `case when i % 2 = 0 then ${busyNumber} else 2 + i % 10000 end`)
/** The SQL of the directory of row i: the first directory has every second row, 500 directories have the others. */
const directory = idOf(directories, 'case when i % 2 = 0 then 1 else 2 + i % 1000 end')
/** Returns the SQL of the time of row i. The rows of a table are spread evenly over the last 300 days. */
const atOf = (count: number) => `now() - i * interval '300 days' / ${count}`

/** Fills every table that grows, with `rows` rows or a tenth of that. Encrypted columns contain no real values. */
export async function fillStore(client: pg.ClientBase, rows: number): Promise<Filled> {
  const at = atOf(rows)
  const tenthAt = atOf(rows / 10)
  const numbers = (count: number) => `from generate_series(1, ${Math.round(count)}) as i`
  const fill = (table: string, columns: string, values: string, count = rows / 10) =>
    fillTable(client, table, `insert into ${table} (${columns}) select ${values} ${numbers(count)}`)

  await fill(
    'users',
    'id, email, name, created_at',
    `${idOf(people, 'i')}, 'person-' || i || '@clinic.example', 'Person ' || i, ${at}`,
    rows,
  )
  await fill(
    'outputs',
    'id, user_id, directory_id, transcript_id, title, patient_id, status, request, content, created_at',
    `gen_random_uuid(), ${owner}, ${directory}, gen_random_uuid(), 'Progress note ' || i, 'P-' || i % 100000,
     case when i % 50000 = 0 then 'generating' when i % 3 = 0 then 'ready' else 'signed' end, '\\x00', '\\x00', ${at}`,
    rows,
  )
  await fill(
    'transcripts',
    'id, user_id, directory_id, title, patient_id, language, status, created_at, updated_at',
    `${idOf(3, 'i')}, ${owner}, ${directory}, 'Visit ' || i, 'P-' || i % 100000, 'en',
     case when i % 10000 = 0 then 'recording' else 'ready' end, ${at}, ${at}`,
    rows,
  )
  await fill('transcript_turns', 'transcript_id, position, words', `${idOf(3, 'i')}, 0, '\\x00'`, rows)
  await fill(
    'audit_entries',
    'at, user_id, directory_id, action, subject_id',
    `${at}, ${owner}, ${directory}, case when i % 1000 = 0 then 'report.delete' else 'report.read' end, gen_random_uuid()`,
    rows,
  )
  await fill(
    'layouts',
    'id, user_id, directory_id, shared, name, type, source, editors, definition, updated_at',
    `${idOf(4, 'i')}, ${idOf(people, '1 + i % 10000')}, ${idOf(directories, '1 + i % 1000')}, i % 5 = 0, 'Template ' || i,
     'document', 'user', array['person-' || i % 10000 || '@clinic.example'], '{}', ${tenthAt}`,
  )
  await fill(
    'layout_versions',
    'layout_id, version, name, definition, saved_at',
    `${idOf(4, 'i')}, 1, '-', '{}', ${tenthAt}`,
  )
  await fill(
    'output_events',
    'output_id, attempt, sequence, result, created_at',
    `gen_random_uuid(), 1, 1, '\\x00', now() - i * interval '7.01 days' / ${rows / 10}`,
  )
  await fill(
    'output_changes',
    'output_id, version, at, by, kind, content',
    `gen_random_uuid(), 1, now(), '-', 'edited', '\\x00'`,
  )
  await fill('directories', 'id, name, settings', `${idOf(directories, 'i')}, 'Clinic ' || i, '{}'`)
  await fill(
    'directory_roles',
    'id, directory_id, name, permissions, status, user_id',
    `gen_random_uuid(), ${idOf(directories, 'case when i <= 200 then 1 else 1 + i % 1000 end')}, 'Clinician', '{reports.read,roles.manage,billing.manage}', 'occupied', ${idOf(people, 'i')}`,
  )
  await fill(
    'licenses',
    'id, directory_id, user_id, product, created_at',
    `gen_random_uuid(), case when i % 2 = 0 then ${idOf(directories, 'i')} end, case when i % 2 = 1 then ${idOf(people, 'i')} end,
     'team', ${tenthAt}`,
  )
  await fill(
    'usage',
    'id, user_id, license_id, kind, output_id, at',
    `gen_random_uuid(), ${owner}, gen_random_uuid(), 'document', gen_random_uuid(), ${tenthAt}`,
  )
  await fill(
    'session_families',
    'id, user_id, last_used_at',
    `${idOf(5, 'i')}, ${idOf(people, '1 + i % 10000')}, ${tenthAt}`,
  )
  await fill(
    'session_tokens',
    'hash, family_id, kind, expires_at',
    `'hash-' || i, ${idOf(5, 'i')}, 'access', now() + interval '1 day'`,
  )
  await fill('idempotency_keys', 'scope, key, fingerprint, subject_id', `'user:' || i, 'key', '-', gen_random_uuid()`)
  await fill('messages', 'id, channel, status, created_at', `gen_random_uuid(), 'mail', 'sent', now()`)
  await fill(
    'tickets',
    'hash, purpose, user_id, expires_at',
    `'hash-' || i, 'transcription', ${owner}, now() + interval '1 day'`,
  )
  await fill(
    'webhook_deliveries',
    'id, webhook_id, access_id, event, subject_id, test, payload, status, next_try_at, since, created_at',
    `gen_random_uuid(), ${idOf(6, 'i % 100')}, ${idOf(7, 'i % 20')}, 'output.ready', gen_random_uuid(), false, '\\x00',
     case when i % 100 = 0 then 'generating' else 'delivered' end, case when i % 100 = 0 then now() end, now(),
     now() - i * interval '30.01 days' / ${rows / 10}`,
  )
  await fill('attempts', 'key, points, expire', `'key-' || i, 1, now() + interval '1 day'`)
  await fill(
    'verifications',
    'id, ticket_hash, purpose, code_hash, request, expires_at',
    `gen_random_uuid(), 'hash-' || i, 'sign-in', '-', '\\x00', now() + interval '1 day'`,
  )
  await client.query(
    `update directories set settings = '{"retentionDays": {"transcripts": 299, "outputs": 299}}' where id = ${idOf(directories, '1')}`,
  )
  const id = async (kind: number, number: number) =>
    (await client.query<{ id: string }>(`select ${idOf(kind, String(number))} as id`)).rows[0]?.id ?? ''
  return {
    busyId: await id(people, busyNumber),
    quietId: await id(people, quietNumber),
    directoryId: await id(directories, 1),
  }
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownMigrations } from '../../server/store/migrate.ts'

/** Migrations of released versions, which cannot be divided any more. */
const released = ['0000_first.sql', '0001_origins.sql', '0002_acting.sql', '0003_rules.sql', '0004_people.sql']

/** The tables that a migration changes, without those that it creates. */
function changedTables(sql: string): string[] {
  const namesAfter = (words: RegExp) => [...sql.matchAll(words)].map(([, name = '']) => name)
  const created = namesAfter(/CREATE TABLE "(\w+)"/g)
  const changed = namesAfter(/(?:ALTER TABLE|DROP TABLE|UPDATE|DELETE FROM|INDEX "\w+" ON) "(\w+)"/g)
  return [...new Set(changed.filter((name) => !created.includes(name)))]
}

// A migration is one transaction. If it held the locks of two tables, it could wait for ever for an older server that
// still serves, and this server for it.
test('a migration changes at most one of the tables that an older server uses', () => {
  const later = readdirSync(ownMigrations).filter((name) => name.endsWith('.sql') && !released.includes(name))
  expect(later.length).toBeGreaterThan(0)
  const changes = later.map((name) => [name, changedTables(readFileSync(join(ownMigrations, name), 'utf8'))] as const)
  expect(changes.filter(([, tables]) => tables.length > 1)).toEqual([])
})

test('several changed tables are seen', () => {
  const sql =
    'CREATE TABLE "a" ();\nALTER TABLE "a" ADD COLUMN x;\nALTER TABLE "b" ADD COLUMN x;\nCREATE INDEX "i" ON "c"'
  expect(changedTables(sql)).toEqual(['b', 'c'])
})

import type { Database } from './database.ts'

/**
 * Returns a function that gives the prepared query of a database. `build` runs once for each database. Use this only
 * for queries that run in almost every call of the API: for them, building the text of the query takes longer than
 * sending the text.
 *
 * `build` must call `.prepare('')`. A statement without a name is not stored in the database connection, so that a
 * pooler may use another connection for each call.
 */
export function preparedOnce<Query>(build: (database: Database) => Query): (database: Database) => Query {
  const queries = new WeakMap<Database, Query>()
  return (database) => {
    const query = queries.get(database) ?? build(database)
    queries.set(database, query)
    return query
  }
}

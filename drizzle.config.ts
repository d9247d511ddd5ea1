import { defineConfig } from 'drizzle-kit'

/** `npm run migration -- WORD` writes the next migration from the schema. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/store/schema/index.ts',
  out: './server/store/migrations',
  casing: 'snake_case',
})

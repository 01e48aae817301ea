import { defineConfig } from 'drizzle-kit'

// `npx drizzle-kit generate --config drizzle.history.config.ts` in this folder writes a migration for changes of the
// history's tables. Each release creates tables of its own by all of them, so it never alters those of another one.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/store/schema/history.ts',
  out: './src/store/migrations/history',
})

import { defineConfig } from 'drizzle-kit'

// `npx drizzle-kit generate` in this folder writes a migration for changes of the tables that all
// releases share: the gateway's and the log.
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/store/schema/gateway.ts', './src/store/schema/log.ts'],
  out: './src/store/migrations/gateway',
})

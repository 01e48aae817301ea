import { defineConfig } from 'drizzle-kit'

// `npx drizzle-kit generate` in this folder writes a migration for changes of the gateway's tables.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/store/schema/gateway.ts',
  out: './src/store/migrations/gateway',
})

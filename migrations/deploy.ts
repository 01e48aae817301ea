// Deploys and configures the program; see `npm run deploy -- --help`.
import '../app/src/deploy/command.ts'

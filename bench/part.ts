// Runs a part of a bench in a child process.

import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A part of a bench in a child process. */
export interface Part<Request, Answer> {
  tell(request: Request): void
  ask(request: Request): Promise<Answer>
  end(): Promise<void>
}

const EXEC_ARGV = ['--conditions=source', '--import=tsx', '--expose-gc', '--max-old-space-size=3072']

/** Starts a part: a file of this folder. */
export function startPart<Request extends object, Answer>(file: string): Part<Request, Answer> {
  const child = fork(new URL(file, import.meta.url), { execArgv: EXEC_ARGV })
  const ended = once(child, 'exit')
  const failed = ended.then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`)))
  failed.catch(() => {})
  return {
    tell: (request) => void child.send(request),
    async ask(request) {
      const answered = once(child, 'message')
      child.send(request)
      return (await Promise.race([answered, failed]))[0] as Answer
    },
    async end() {
      child.disconnect()
      await ended
    },
  }
}

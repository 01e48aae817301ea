import pino, { type Logger } from 'pino'

/** Bytes of log that are written at a time: a line by itself costs more than the read that it tells of. */
const BUFFER = 8 * 1_024

/** Milliseconds after which lines are written all the same. */
const FLUSH_MS = 500

/** A log that is written in pieces, and to the end when the process ends. */
export function openLog(level: string, file: string | number = 1): Logger {
  const destination = pino.destination({
    dest: file,
    sync: false,
    minLength: BUFFER,
    periodicFlush: FLUSH_MS,
  })
  process.once('exit', () => {
    try {
      destination.flushSync()
    } catch {
      // It had not been opened yet: there is nothing to write.
    }
  })
  return pino({ level }, destination)
}

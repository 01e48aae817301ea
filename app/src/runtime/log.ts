// Opens the buffered log.

import pino, { type Logger } from 'pino'

/** Bytes of log that are buffered: writing each line by itself costs more than answering a read. */
const BUFFER = 8 * 1_024

/** Milliseconds after which the buffer is written even if it is not full. */
const FLUSH_MS = 500

/** Opens a buffered log, which is flushed when the process exits. */
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
      // The destination was not open yet, so nothing is buffered.
    }
  })
  return pino({ level }, destination)
}

import { executionAsyncResource } from 'node:async_hooks'

/**
 * Of the objects that `process.nextTick` makes, seven for each request, one is kept here. V8 forgets their shape
 * when none of them is there while it collects garbage, and takes it for another one the next time; after a few
 * times it treats every one as if it had never seen it, several times as slow, for as long as the process lives.
 * So this comes before everything else that a server loads.
 */
export let keptTick: object

process.nextTick(() => {
  keptTick = executionAsyncResource()
})

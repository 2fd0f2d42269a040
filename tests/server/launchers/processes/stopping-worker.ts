/**
 * A worker that stops, as if its machine was suspended, when a launch reaches one of the states of `STOP_AT`, and first writes the state to
 * the file `STOPS`. With `IS_ASKED_TO_STOP` it is asked to end as soon as its machine continues, before anything else happens.
 */
import { appendFileSync } from 'node:fs'
import { runWorker } from '../../../../server/launchers/engine/worker-process.ts'

const { STOP_AT, STOPS = '', IS_ASKED_TO_STOP } = process.env
const states = new Set(STOP_AT?.split(','))
runWorker(process.env, {
  onState: (state) => {
    if (!states.has(state)) return
    appendFileSync(STOPS, `${state}\n`)
    process.kill(process.pid, 'SIGSTOP')
    if (IS_ASKED_TO_STOP === state) process.emit('SIGTERM')
  },
})

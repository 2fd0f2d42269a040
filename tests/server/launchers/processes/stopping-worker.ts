/** A worker that stops, as if its machine stood still, when a launch comes to one of the states of `STOP_AT`. */
import { runWorker } from '../../../../server/launchers/engine/worker-process.ts'

const states = new Set(process.env['STOP_AT']?.split(','))
runWorker(process.env, {
  onState: (state) => {
    if (states.has(state)) process.kill(process.pid, 'SIGSTOP')
  },
})

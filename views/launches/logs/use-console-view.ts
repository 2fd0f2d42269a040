import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import {
  consoleView,
  type ConsoleView,
  type ConsoleViewEvent,
} from '../../../machines/launches/console-view.machine.ts'
import { useEmitted } from '../../shared/use-emitted.ts'
import { recallConsoleView, rememberConsoleView } from './console-habits.ts'

export interface ConsoleViewState {
  view: ConsoleView
  send: (event: ConsoleViewEvent) => void
}

/** Display options of consoles, stored on this device. */
export function useConsoleView(): ConsoleViewState {
  const [input] = useState(recallConsoleView)
  const actor = useActorRef(consoleView, { input })
  useEmitted(actor, { 'view/changed': ({ view }) => rememberConsoleView(view) })
  return { view: useSelector(actor, ({ context }) => context), send: actor.send }
}

import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import {
  CONSOLE_VIEW,
  consoleView,
  type ConsoleView,
  type ConsoleViewEvent,
} from '../../../machines/launches/console-view.machine.ts'
import { useEmitted } from '../../shared/use-emitted.ts'
import { z } from 'zod/mini'
import { recall, remember } from '../../ui/browser/remember.ts'

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

/** Display options of consoles on this device. */
const NAME = 'launch.console'
const Kept = z.object({ isWrapped: z.boolean(), hasTimes: z.boolean() })

const recallConsoleView = (): ConsoleView => {
  try {
    const kept = Kept.safeParse(JSON.parse(recall(NAME) ?? 'null'))
    return kept.success ? kept.data : CONSOLE_VIEW
  } catch {
    return CONSOLE_VIEW
  }
}

const rememberConsoleView = (view: ConsoleView): void => remember(NAME, JSON.stringify(view))

/** Display options of consoles on this device. */
import { z } from 'zod/mini'
import { CONSOLE_VIEW, type ConsoleView } from '../../../machines/launches/console-view.machine.ts'
import { recall, remember } from '../../ui/browser/remember.ts'

const NAME = 'launch.console'
const Kept = z.object({ isWrapped: z.boolean(), hasTimes: z.boolean() })

export const recallConsoleView = (): ConsoleView => {
  try {
    const kept = Kept.safeParse(JSON.parse(recall(NAME) ?? 'null'))
    return kept.success ? kept.data : CONSOLE_VIEW
  } catch {
    return CONSOLE_VIEW
  }
}

export const rememberConsoleView = (view: ConsoleView): void => remember(NAME, JSON.stringify(view))

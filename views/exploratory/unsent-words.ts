import type { ExploratoryTypes } from '../../store/projections/exploratory-events.ts'
import type { UnsentWords } from '../shared/unsent-words.ts'
import { sessionHref } from './address.ts'
import { commandText, commandWords } from './command-words.ts'
import { sessionSides } from './session-sides.ts'

export const exploratoryUnsentWords: UnsentWords<ExploratoryTypes> = {
  what: commandWords,
  text: commandText,
  sides: sessionSides,
  href: sessionHref,
  place: 'session',
}

import type { ExploratoryTypes } from '../../store/projections/exploratory-events.ts'
import type { UnsentTexts } from '../shared/unsent-texts.ts'
import { sessionHref } from './address.ts'
import { commandText, commandLabel } from './command-label.ts'
import { sessionSides } from './session-sides.ts'

export const exploratoryUnsentTexts: UnsentTexts<ExploratoryTypes> = {
  what: commandLabel,
  text: commandText,
  sides: sessionSides,
  href: sessionHref,
  place: 'session',
}

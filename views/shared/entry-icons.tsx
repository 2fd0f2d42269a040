/** Icons of priorities, automation states and options, with their names. */
import {
  ArrowDown,
  ArrowUp,
  Bot,
  Bug,
  Check,
  ChevronsDown,
  ChevronsUp,
  Circle,
  CircleQuestionMark,
  Clock,
  Cog,
  Diamond,
  Equal,
  Flag,
  Flame,
  Hand,
  Shield,
  Star,
  X,
  Zap,
  type LucideIcon,
} from 'lucide-react'
import { ENTRY_ICONS, type EntryIcon } from '../../contract/settings/case-attributes.ts'

const LABELS: Record<EntryIcon, string> = {
  'arrow-up-double': 'Double arrow up',
  'arrow-up': 'Arrow up',
  equal: 'Equal',
  'arrow-down': 'Arrow down',
  'arrow-down-double': 'Double arrow down',
  flag: 'Flag',
  fire: 'Fire',
  star: 'Star',
  bolt: 'Bolt',
  shield: 'Shield',
  bug: 'Bug',
  hand: 'Hand',
  robot: 'Robot',
  gear: 'Gear',
  clock: 'Clock',
  check: 'Check',
  cross: 'Cross',
  question: 'Question',
  circle: 'Circle',
  diamond: 'Diamond',
}

/** Read lazily: in an import cycle the other file may not be evaluated yet. */
const iconsNow = (): Record<EntryIcon, LucideIcon> => ({
  'arrow-up-double': ChevronsUp,
  'arrow-up': ArrowUp,
  equal: Equal,
  'arrow-down': ArrowDown,
  'arrow-down-double': ChevronsDown,
  flag: Flag,
  fire: Flame,
  star: Star,
  bolt: Zap,
  shield: Shield,
  bug: Bug,
  hand: Hand,
  robot: Bot,
  gear: Cog,
  clock: Clock,
  check: Check,
  cross: X,
  question: CircleQuestionMark,
  circle: Circle,
  diamond: Diamond,
})

export function EntryIconLook({ icon }: { icon: EntryIcon }) {
  const Icon = iconsNow()[icon]
  return <Icon aria-hidden />
}

/** For an `IconField`. */
export const ICON_OPTIONS = ENTRY_ICONS.map((value) => ({
  value,
  label: LABELS[value],
  icon: <EntryIconLook icon={value} />,
}))

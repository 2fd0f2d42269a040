/** Active filters: each chip can be removed, or edited in a panel. */
import { X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { ReactNode, Ref } from 'react'
import { flushSync } from 'react-dom'
import { OpenPopover } from '../overlays/popover.tsx'
import { useOverlays } from '../overlays/use-overlays.ts'
import styles from './filter-chips.module.css'

export interface FilterChip {
  id: string
  label: string
  value: string
  /** Accessible name of the remove button, where the label does not name the filter. */
  removeLabel?: string
  onRemove: () => void
  /** Content of the edit panel. */
  editor?: ReactNode
}

interface FilterChipsProps {
  /** Accessible name of the group. */
  label?: string
  chips: readonly FilterChip[]
}

export function FilterChips({ label = 'Filters in force', chips }: FilterChipsProps) {
  return chips.length > 0 && <Chips label={label} chips={chips} />
}

function Chips({ label, chips }: Required<FilterChipsProps>) {
  const overlays = useOverlays()
  const id = useId()
  const group = useRef<HTMLDivElement>(null)
  const [editedId, setEditedId] = useState<string | null>(null)
  // Button of the edited chip. The library's group replaces the one that was pressed when it loads.
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const edited = chips.find((chip) => chip.id === editedId)
  const contents = chips.map((chip): ChipContent => ({
    chip,
    panelId: id,
    isEdited: chip === edited,
    ...(chip === edited ? { valueRef: setAnchor } : {}),
    onEdit: () => setEditedId(chip === edited ? null : chip.id),
    onRemove: () => {
      if (chips.length === 1) focusBeside(group.current)
      chip.onRemove()
    },
  }))
  return (
    <div ref={group} className={styles.contents}>
      {overlays === null ? (
        // Static chips until the library's group has loaded, and in server-drawn pages.
        contents.map((content) => (
          <span key={content.chip.id} className={styles.chip}>
            <ChipParts {...content} />
          </span>
        ))
      ) : (
        <overlays.FilterChipsPart label={label} contents={contents} />
      )}
      {/* Outside the group: key presses in the panel would reach the chips, and Backspace would remove one. */}
      {edited?.editor !== undefined && overlays !== null && anchor !== null && (
        <OpenPopover
          id={id}
          label={edited.label}
          anchor={anchor}
          onClose={() => {
            // While the panel is open, everything else is inert and cannot be focused.
            flushSync(() => setEditedId(null))
            // The group moves focus that enters it to its first chip, unless a chip itself had it.
            anchor.closest<HTMLElement>('[role=row]')?.focus()
            anchor.focus()
          }}
        >
          {edited.editor}
        </OpenPopover>
      )}
    </div>
  )
}

export interface ChipContent {
  chip: FilterChip
  panelId: string
  valueRef?: Ref<HTMLButtonElement>
  isEdited: boolean
  onEdit: () => void
  onRemove: () => void
}

export function ChipParts({ chip, panelId, valueRef, isEdited, onEdit, onRemove }: ChipContent) {
  return (
    <>
      <span className={styles.label}>{chip.label}</span>
      {chip.editor === undefined ? (
        <b className={styles.value}>{chip.value}</b>
      ) : (
        <button
          type="button"
          {...(valueRef === undefined ? {} : { ref: valueRef })}
          className={styles.value}
          aria-haspopup="dialog"
          aria-expanded={isEdited}
          aria-controls={isEdited ? panelId : undefined}
          onClick={onEdit}
        >
          {chip.value}
        </button>
      )}
      <button
        type="button"
        className={styles.remove}
        aria-label={chip.removeLabel ?? `Remove filter ${chip.label}`}
        onClick={onRemove}
      >
        <X aria-hidden />
      </button>
    </>
  )
}

/** Moves focus to the button before the chips, or after them: with the last chip, the group unmounts. */
const focusBeside = (group: HTMLElement | null): void => {
  if (group === null) return
  const buttons = [...(group.parentElement?.querySelectorAll('button') ?? [])].filter(
    (button) => !group.contains(button) && button.checkVisibility(),
  )
  const isBefore = (button: Element) => (group.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
  const beside = buttons.findLast(isBefore) ?? buttons[0]
  beside?.focus()
}

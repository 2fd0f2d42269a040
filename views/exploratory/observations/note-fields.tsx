/** Fields of an observation's form: type, text, files, time and links. Shared by composer and editing. */
import { Bug, Clock, Lightbulb, Paperclip, X } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { LinkType, ObservationFile } from '../../../contract/exploratory/observations.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { StoredObservationType } from '../../../contract/settings/observation-types.ts'
import { isWebAddress } from '../../../contract/links.ts'
import type { NoteDraft } from '../../../machines/exploratory/observation-form.machine.ts'
import { useMay } from '../../application/context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { safeColor, textOn } from '../../ui/marks/contrast.ts'
import { FileTrigger } from '../../ui/files/file-trigger.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { RadioGroup, RadioOption } from '../../ui/forms/radio-group.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { formatKeys } from '../../ui/controls/shortcuts.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import { formatClock } from '../../ui/text/time.ts'
import { MarkUpButton } from '../../shared/capture/mark-up-button.tsx'
import { shortName } from './observation-text.ts'
import type { TakenFiles } from '../../shared/capture/use-taken-files.ts'
import styles from './composer.module.css'

export interface TypeChipsProps {
  types: readonly StoredObservationType[]
  typeId: number
  onChange: (typeId: number) => void
}

/** Number of types with a digit key. */
export const DIGITS = 9

/** Digit keys choose a type, with Alt while typing. */
export function TypeChips({ types, typeId, onChange }: TypeChipsProps) {
  return (
    <RadioGroup
      label="Type"
      hideLabel
      className={styles.types}
      value={String(typeId)}
      onValueChange={(id) => onChange(Number(id))}
    >
      {types.map(({ id, name: words, colorHex }, i) => {
        const color = safeColor(colorHex)
        const look: CSSProperties & Record<`--${string}`, string> = { '--c': color, '--on-c': textOn(color) }
        return (
          <RadioOption key={id} value={String(id)} look="bare" className={styles.type} style={look}>
            <i aria-hidden />
            {words}
            {i < DIGITS && (
              <span className={styles.keys} aria-hidden>
                <kbd>{i + 1}</kbd>
                <kbd data-typing>{formatKeys(`Alt+${i + 1}`)}</kbd>
              </span>
            )}
          </RadioOption>
        )
      })}
    </RadioGroup>
  )
}

/** Drop and paste target of the whole form. Not the library's drop zone, which adds a tab stop. */
export interface NoteFilesProps {
  files: readonly ObservationFile[]
  taken: TakenFiles
  onRemove: (file: ObservationFile) => void
  /** Left out where pictures cannot be changed on this device. */
  onMarked?: (file: ObservationFile, marked: File) => void
}

export function NoteFiles({ files, taken, onRemove, onMarked }: NoteFilesProps) {
  if (files.length + taken.uploads.length === 0) return null
  return (
    <ul className={styles.files} aria-label="Files">
      {files.map((file) => (
        <li key={file.fileUuid} title={file.name}>
          <Paperclip aria-hidden />
          <span>{shortName(file.name)}</span>
          {onMarked && <MarkUpButton file={file} onMarked={(marked) => onMarked(file, marked)} />}
          <IconButton size="sm" label={`Remove ${file.name}`} onClick={() => onRemove(file)}>
            <X aria-hidden />
          </IconButton>
        </li>
      ))}
      {taken.uploads.map(({ key, name, failure }) => (
        <li key={key} title={name} data-failed={failure !== null || undefined} aria-live="polite">
          <span>{shortName(name)}</span>
          <small>{failure ?? 'Saving…'}</small>
          <IconButton size="sm" label={`Cancel ${name}`} onClick={() => taken.cancel(key)}>
            <X aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

export function AttachButton({ room, give }: { room: number; give: (files: readonly File[]) => void }) {
  if (room <= 0) return null
  return (
    <FileTrigger isMultiple onChoose={(files) => give(files.slice(0, room))}>
      <IconButton size="sm" label="Attach files">
        <Paperclip aria-hidden />
      </IconButton>
    </FileTrigger>
  )
}

export interface ElapsedProps {
  elapsedMillis: number
  onChange: (elapsedMillis: number) => void
}

const PARTS = [
  { label: 'Hours', millis: 3_600_000, max: LIMITS.maxObservationHours },
  { label: 'Minutes', millis: 60_000, max: 59 },
  { label: 'Seconds', millis: 1000, max: 59 },
] as const

const partsOf = (millis: number): number[] => {
  const seconds = Math.floor(millis / 1000)
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
}

/** OBS-07. */
export function Elapsed({ elapsedMillis, onChange }: ElapsedProps) {
  const parts = partsOf(elapsedMillis)
  const words = elapsedMillis < 1000 ? 'No time' : formatClock(elapsedMillis)
  return (
    <Popover
      label="Elapsed time"
      side="top"
      trigger={
        <Button variant="quiet" size="sm" icon={<Clock aria-hidden />} aria-label={`Elapsed time: ${words}`}>
          {words}
        </Button>
      }
    >
      <div className={styles.elapsed}>
        {PARTS.map(({ label, millis, max }, at) => (
          <TextField
            key={label}
            label={label}
            inputMode="numeric"
            autoComplete="off"
            value={String(parts[at] ?? 0)}
            onFocus={(event) => event.target.select()}
            onValueChange={(text) => {
              const value = Math.min(max, Number(text.replace(/\D/g, '').slice(-3)))
              onChange(elapsedMillis - (elapsedMillis % 1000) + (value - (parts[at] ?? 0)) * millis)
            }}
          />
        ))}
      </div>
    </Popover>
  )
}

const LINK_TYPES: { value: LinkType; label: string }[] = [
  { value: 'JIRA', label: 'Jira' },
  { value: 'GITHUB', label: 'GitHub' },
  { value: 'GITLAB', label: 'GitLab' },
  { value: 'AZURE', label: 'Azure DevOps' },
  { value: 'LINEAR', label: 'Linear' },
  { value: 'URL', label: 'Address' },
  { value: 'OTHER', label: 'Other' },
]

type Links = Pick<NoteDraft, 'issueId' | 'issueType' | 'improvementId' | 'improvementType'>

/** Links, where the workspace has trackers (OBS-25, OBS-26). A URL determines its own kind. */
export function LinkFields({ values, onChange }: { values: Links; onChange: (values: Partial<Links>) => void }) {
  if (!useMay().isOn('defects-linking')) return null
  const linked = [values.issueId, values.improvementId].filter((id) => id.trim() !== '')
  const typed = (id: string, type: LinkType): LinkType => (isWebAddress(id) ? 'URL' : type)
  return (
    <Popover
      label="Links"
      side="top"
      trigger={
        <Button variant="quiet" size="sm" icon={<Bug aria-hidden />} aria-label={`Links: ${linked.length}`}>
          {linked.join(', ')}
        </Button>
      }
    >
      <div className={styles.links}>
        <TextField
          label="Issue"
          icon={<Bug aria-hidden />}
          placeholder="SHOP-2228"
          maxLength={500}
          value={values.issueId}
          onValueChange={(issueId) => onChange({ issueId, issueType: typed(issueId, values.issueType) })}
        />
        <Select
          label="Issue in"
          options={LINK_TYPES}
          value={values.issueType}
          onValueChange={(value) => onChange({ issueType: linkTypeOf(value) })}
        />
        <TextField
          label="Improvement"
          icon={<Lightbulb aria-hidden />}
          placeholder="SHOP-2231"
          maxLength={500}
          value={values.improvementId}
          onValueChange={(improvementId) =>
            onChange({ improvementId, improvementType: typed(improvementId, values.improvementType) })
          }
        />
        <Select
          label="Improvement in"
          options={LINK_TYPES}
          value={values.improvementType}
          onValueChange={(value) => onChange({ improvementType: linkTypeOf(value) })}
        />
      </div>
    </Popover>
  )
}

const linkTypeOf = (value: string): LinkType => LINK_TYPES.find((one) => one.value === value)?.value ?? 'OTHER'

/** Chooses a type by digit: plain outside text fields, with Alt inside. */
export const typeByDigit = (
  event: Pick<KeyboardEvent, 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'target'>,
  types: readonly StoredObservationType[],
): number | null => {
  const { target } = event
  const isTyping =
    target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1]
  if (digit === undefined || event.ctrlKey || event.metaKey || event.altKey !== isTyping) return null
  return types[Number(digit) - 1]?.id ?? null
}

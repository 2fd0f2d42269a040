/** Source of a model: pasted, uploaded or edited as a table; with its errors. */
import { FileUp, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ModelFormat } from '../../contract/models/models.ts'
import type { ModelProblem } from '../../machines/models/problem.ts'
import { Button } from '../ui/controls/button.tsx'
import { FileTrigger } from '../ui/files/file-trigger.tsx'
import { SegmentedControl } from '../ui/controls/segmented-control.tsx'
import { TextArea } from '../ui/forms/text-area.tsx'
import { TableEditor } from './table-editor.tsx'
import styles from './models.module.css'

export interface SourcePaneProps {
  format: ModelFormat
  source: string
  problems: readonly ModelProblem[]
  notes: readonly ModelProblem[]
  onChange: (format: ModelFormat, source: string) => void
}

const ACCEPTED = ['.ts', '.tsx', '.js', '.mjs', '.json', '.tsv', '.txt']

const HINTS: Record<ModelFormat, string> = {
  xstate: 'An XState 5 machine: JSON, or TypeScript source with createMachine. The code is read, never run.',
  graphwalker: 'A GraphWalker or AltWalker model in JSON.',
  table: 'One transition per row: from state, event, to state, expected result.',
}

const formatOf = (name: string, source: string): ModelFormat =>
  /\.(tsv|txt)$/i.test(name) ? 'table' : /"vertices"\s*:/.test(source) ? 'graphwalker' : 'xstate'

export function SourcePane({ format, source, problems, notes, onChange }: SourcePaneProps) {
  // Each format keeps its own text when a user switches back.
  const [before, setBefore] = useState<Partial<Record<ModelFormat, string>>>({})
  const change = (to: ModelFormat) => {
    setBefore({ ...before, [format]: source })
    onChange(to, before[to] ?? (to === 'table' || format === 'table' ? '' : source))
  }
  const take = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    const text = await chosen.text()
    onChange(formatOf(chosen.name, text), text)
  }
  return (
    <>
      <div className={styles.bar}>
        <SegmentedControl
          label="Format"
          size="sm"
          value={format}
          segments={[
            { value: 'xstate', label: 'XState' },
            { value: 'graphwalker', label: 'GraphWalker' },
            { value: 'table', label: 'Table' },
          ]}
          onValueChange={change}
        />
        <FileTrigger accept={ACCEPTED} onChoose={([file]) => void take(file)}>
          <Button size="sm" variant="quiet" icon={<FileUp aria-hidden />}>
            Upload
          </Button>
        </FileTrigger>
      </div>
      {format === 'table' ? (
        <>
          <p className={styles.hint}>{HINTS.table}</p>
          <TableEditor source={source} onChange={(to) => onChange('table', to)} />
        </>
      ) : (
        <TextArea
          label="Model"
          hideLabel
          className={styles.source}
          description={HINTS[format]}
          spellCheck={false}
          rows={14}
          value={source}
          placeholder={format === 'xstate' ? 'Paste a machine here' : 'Paste a model here'}
          onValueChange={(to) => onChange(format, to)}
        />
      )}
      <Problems label="Errors" problems={problems} isFatal />
      <Problems label="Skipped" problems={notes} />
    </>
  )
}

function Problems({
  label,
  problems,
  isFatal = false,
}: {
  label: string
  problems: readonly ModelProblem[]
  isFatal?: boolean
}) {
  return (
    <ul className={styles.problems} aria-label={label} aria-live="polite" data-fatal={isFatal || undefined}>
      {problems.map(({ line, column, message }) => (
        <li key={`${line}:${column} ${message}`}>
          <TriangleAlert aria-hidden />
          <span>
            {line !== null && <strong>Line {line}: </strong>}
            {message}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** A case's values by column, as printable text. */
import { Fragment } from 'react'
import type { TestCase } from '../../../contract/cases/cases.ts'
import { attachmentPath } from '../../../contract/cases/attachments.ts'
import type { Attachment, Step } from '../../../contract/cases/steps.ts'
import type { FieldUser } from '../../../contract/settings/test-case-fields.ts'
import { isWebAddress } from '../../../contract/links.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { AttributeText } from '../../shared/cases/attribute-icon.tsx'
import { formatCustomValue } from '../../shared/case-fields/format-value.ts'
import type { Vocabulary } from '../../shared/cases/vocabulary.tsx'
import { formatDay } from './report-dates.ts'
import styles from './report.module.css'

export interface ValueWorld {
  vocabulary: Vocabulary
  people: readonly FieldUser[]
  hasLinks: boolean
  hrefOf: (testCase: TestCase) => string
}

/** Null for no value. */
export function valueOf(column: string, testCase: TestCase, world: ValueWorld) {
  switch (column) {
    case 'key':
      return world.hasLinks ? <a href={world.hrefOf(testCase)}>{testCase.key}</a> : testCase.key
    case 'priority':
      return testCase.priority && <Attribute kind="priorities" id={testCase.priority.id} />
    case 'automationState':
      return testCase.automationState && <Attribute kind="automationStates" id={testCase.automationState.id} />
    case 'author':
      return testCase.createdBy && (testCase.createdBy.displayName || testCase.createdBy.username)
    case 'created':
      return formatDay(testCase.createdAt)
    case 'updated':
      return formatDay(testCase.lastModifiedAt)
    case 'description':
    case 'preConditions':
    case 'postConditions':
      return testCase[column] === '' ? null : <Markdown>{testCase[column]}</Markdown>
    case 'steps':
      return testCase.steps.length === 0 ? null : <StepsInShort testCase={testCase} />
    case 'attachments':
      return testCase.attachments.length === 0 ? null : <Files files={testCase.attachments} hasLinks={world.hasLinks} />
    default: {
      const field = world.vocabulary.fields.find(({ id }) => column === `field:${id}`)
      if (field === undefined) return null
      const words = formatCustomValue(field, testCase.customFields[String(field.id)], world.people)
      if (words === '') return null
      if (field.dataType === 'TEXT') return <Markdown>{words}</Markdown>
      if (field.dataType === 'DATE') return formatDay(`${words}T00:00`)
      return world.hasLinks && field.dataType === 'URI' && isWebAddress(words) ? (
        <a href={words} rel="noopener noreferrer nofollow">
          {words}
        </a>
      ) : (
        words
      )
    }
  }
}

const Attribute = (props: { kind: 'priorities' | 'automationStates'; id: number }) => (
  <span className={styles.attribute}>
    <AttributeText {...props} />
  </span>
)

export interface NumberedSteps {
  key: string
  /** The shared steps; null for the case's own steps. */
  name: string | null
  from: number
  steps: readonly Step[]
}

/** Numbered consecutively, shared steps under their name. */
export const numberedSteps = ({ steps, sharedSteps }: TestCase): readonly NumberedSteps[] => {
  const all: NumberedSteps[] = []
  let from = 1
  for (const step of steps) {
    const shared = step.kind === 'shared' ? sharedSteps.find(({ id }) => id === step.sharedStepsId) : undefined
    const held = step.kind === 'step' ? [step] : (shared?.steps ?? [])
    if (held.length > 0) all.push({ key: step.id, name: shared?.name ?? null, from, steps: held })
    from += held.length
  }
  return all
}

const StepsInShort = ({ testCase }: { testCase: TestCase }) => (
  <ol className={styles.short}>
    {numberedSteps(testCase).map(({ key, name, steps }) => (
      <Fragment key={key}>
        {steps.map((step, i) => (
          <li key={`${key} ${step.id}`}>
            {name !== null && i === 0 && <small>{name}</small>}
            <Markdown>{step.action}</Markdown>
            {step.expectedResult !== '' && (
              <div className={styles.expected}>
                <Markdown>{step.expectedResult}</Markdown>
              </div>
            )}
          </li>
        ))}
      </Fragment>
    ))}
  </ol>
)

export const Files = ({ files, hasLinks }: { files: readonly Attachment[]; hasLinks: boolean }) => (
  <ul className={styles.files}>
    {files.map((file) => (
      <li key={file.id}>{hasLinks ? <a href={attachmentPath(file)}>{file.name}</a> : file.name}</li>
    ))}
  </ul>
)

/** Report with all fields, case by case (EXPORT-25). */
import { Fragment, memo } from 'react'
import type { TestCase } from '../../../contract/cases/cases.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { Marks } from '../../shared/cases/marks.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import { Block } from './block.tsx'
import type { OfferedColumn } from './report-columns.ts'
import { suitePath, type ReportBlock } from './report-rows.ts'
import type { ReportBodyProps } from './report-table.tsx'
import { Files, numberedSteps, valueOf, type ValueWorld } from './report-values.tsx'
import styles from './report.module.css'

const CASE_PX = 260
const TEXTS = ['description', 'preConditions', 'steps', 'postConditions', 'attachments'] as const

/** `fields`: all fields of the project, with or without a column. */
export function ReportDetails({
  blocks,
  room,
  drawn,
  world,
  fields,
}: ReportBodyProps & { fields: readonly OfferedColumn[] }) {
  return (
    <div className={styles.details}>
      {blocks.map((block) => (
        <Block
          key={block.key}
          room={room}
          isDrawn={block.until <= drawn}
          height={block.rows.length * CASE_PX}
          columns={null}
        >
          {() => <Cases rows={block.rows} world={world} fields={fields} />}
        </Block>
      ))}
    </div>
  )
}

const Cases = memo(function Cases({
  rows,
  world,
  fields,
}: {
  rows: ReportBlock['rows']
  world: ValueWorld
  fields: readonly OfferedColumn[]
}) {
  return rows.map((row) =>
    row.kind === 'suite' ? (
      <h2 key={`suite ${row.suite.id}`} className={styles.suiteHead}>
        {suitePath(row.suite)}
        <small>{formatCount(row.count, 'test case', 'test cases')}</small>
      </h2>
    ) : (
      <Case key={row.testCase.id} testCase={row.testCase} world={world} fields={fields} />
    ),
  )
})

interface CaseProps {
  testCase: TestCase
  world: ValueWorld
  fields: readonly OfferedColumn[]
}

function Case({ testCase, world, fields }: CaseProps) {
  const isText = (id: string) => TEXTS.some((text) => text === id)
  const facts = fields.flatMap(({ id, label }) => {
    const value = id === 'key' || isText(id) ? null : valueOf(id, testCase, world)
    return value === null || value === '' ? [] : [{ id, label, value }]
  })
  return (
    <article className={styles.case}>
      <h3>
        <span>{valueOf('key', testCase, world)}</span>
        {testCase.title}
        <Marks of={testCase} />
      </h3>
      <dl>
        {facts.map(({ id, label, value }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {TEXTS.flatMap((text) => fields.filter(({ id }) => id === text)).map(({ id, label }) => {
        const value = id === 'steps' ? null : valueOf(id, testCase, world)
        if (id === 'steps' && testCase.steps.length > 0)
          return (
            <section key={id}>
              <h4>{label}</h4>
              <Steps testCase={testCase} hasLinks={world.hasLinks} />
            </section>
          )
        return value === null ? null : (
          <section key={id}>
            <h4>{label}</h4>
            {value}
          </section>
        )
      })}
    </article>
  )
}

function Steps({ testCase, hasLinks }: { testCase: TestCase; hasLinks: boolean }) {
  return (
    <table className={styles.steps}>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">Action</th>
          <th scope="col">Expected result</th>
        </tr>
      </thead>
      <tbody>
        {numberedSteps(testCase).map(({ key, name, from, steps }) => (
          <Fragment key={key}>
            {name !== null && (
              <tr className={styles.shared}>
                <th colSpan={3} scope="rowgroup">
                  {name}
                  <small>shared steps</small>
                </th>
              </tr>
            )}
            {steps.map((step, i) => (
              <tr key={step.id}>
                <td>{from + i}</td>
                <td>
                  <Markdown>{step.action}</Markdown>
                  {step.attachments.length > 0 && <Files files={step.attachments} hasLinks={hasLinks} />}
                </td>
                <td>
                  <Markdown>{step.expectedResult}</Markdown>
                </td>
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

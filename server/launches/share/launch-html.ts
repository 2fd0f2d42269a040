import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { passRate, RESULT_KINDS, testsIn, type ResultKind } from '../../../contract/launches/launches.ts'
import type { FromReplica } from '../../db/open.ts'
import { fileNameOf } from '../../files/attachment.ts'
import { kindOfRow, statisticsOf, type LaunchRow, type TestRow } from '../rows.ts'

/** Tests per query. */
const PART = 500

const LABELS: Record<ResultKind, string> = {
  passed: 'Passed',
  passedManually: 'Passed manually',
  failed: 'Failed',
  failedAsKnown: 'Known issue',
  skipped: 'Skipped',
  blocked: 'Blocked',
  aborted: 'Aborted',
  inProgress: 'In progress',
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

/** Returns the result, the counts and the environment of a launch as lines of text. */
export const launchFacts = (launch: LaunchRow): string[] => {
  const counts = statisticsOf(launch)
  const rate = passRate(counts)
  const tests = testsIn(counts)
  const status = launch.status === 'PASSED' ? 'Passed' : launch.status === 'FAILED' ? 'Failed' : 'Aborted'
  const share = rate === null ? '' : `, ${Math.round(rate * 1000) / 10}% passed`
  const where = [
    launch.environment === null ? null : `Environment ${launch.environment}`,
    launch.build === null ? null : `Build ${launch.build}`,
    launch.browser === null ? null : `${launch.browser} ${launch.browser_version ?? ''}`.trim(),
    `Started ${launch.started_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  ]
  return [
    `${status}, ${tests} ${tests === 1 ? 'test' : 'tests'}${share}`,
    RESULT_KINDS.filter((kind) => counts[kind] > 0)
      .map((kind) => `${LABELS[kind]}: ${counts[kind]}`)
      .join(', '),
    where.filter((part) => part !== null).join(', '),
  ].filter((line) => line !== '')
}

// No scripts and no external resources: the file also opens offline.
const STYLE = `body{font:14px/1.5 system-ui,sans-serif;margin:0 auto;max-width:960px;padding:24px;color:#1a1d23;background:#fff}
h1{font-size:22px;margin:0 0 4px}p{margin:0 0 4px;color:#4a5160}ul{list-style:none;margin:24px 0 0;padding:0}
li{border-top:1px solid #e3e6ec;padding:8px 0}summary{cursor:pointer}b{display:inline-block;min-width:112px}
.failed b,.aborted b{color:#b42318}.passed b,.passedManually b{color:#157347}.blocked b{color:#8a5a00}.failedAsKnown b{color:#6b3fa0}
small{color:#6b7280}pre{background:#f6f7f9;overflow:auto;padding:12px;white-space:pre-wrap;overflow-wrap:anywhere}`

/** Streams one HTML file with all tests of a launch, failures first; neither the tests nor the file are in memory as a whole. */
export const launchHtml = (fromReplica: FromReplica, launch: LaunchRow): Readable =>
  Readable.from(parts(fromReplica, launch))

async function* parts(fromReplica: FromReplica, launch: LaunchRow): AsyncGenerator<string> {
  const title = escaped(`${launch.name} #${launch.number}`)
  const facts = launchFacts(launch).map((line) => `<p>${escaped(line)}</p>`)
  yield [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${title}</title><style>${STYLE}</style></head><body><h1>${title}</h1>${facts.join('')}<ul>\n`,
  ].join('')
  const ids = await idsInOrder(fromReplica, launch)
  for (let from = 0; from < ids.length; from += PART) {
    const part = sql<TestRow>`
      select t.* from unnest(${ids.slice(from, from + PART)}::bigint[]) with ordinality as o(id, place)
        join test t on t.id = o.id order by o.place`
    const { rows } = await fromReplica((db) => part.execute(db))
    yield rows.map(itemOf).join('')
  }
  yield '</ul></body></html>\n'
}

/** Resolves with the test ids, failures first. Sorts only the ids, and once: each part then reads its tests by id. */
const idsInOrder = async (fromReplica: FromReplica, launch: LaunchRow): Promise<number[]> => {
  const ids = sql<{ id: number }>`
    select id from test where launch_id = ${launch.id}
     order by case when status = 'FAILED' then 0 when status in ('ABORTED', 'BLOCKED') then 1
                   when status = 'SKIPPED' then 2 else 3 end, id`
  const { rows } = await fromReplica((db) => ids.execute(db))
  return rows.map(({ id }) => id)
}

const itemOf = (test: TestRow): string => {
  const kind = kindOfRow(test)
  const words = test.issue_id === null ? LABELS[kind] : `${LABELS[kind]} ${test.issue_id}`
  const seconds = test.ended_at === null ? null : (test.ended_at.getTime() - test.started_at.getTime()) / 1000
  const place = [test.class_name, seconds === null ? null : `${seconds.toFixed(1)} s`].filter((part) => part !== null)
  const head = `<b>${escaped(words)}</b> ${escaped(test.name)} <small>${escaped(place.join(', '))}</small>`
  if (test.reason === null) return `<li class="${kind}">${head}</li>\n`
  const isOpen = kind === 'failed' ? ' open' : ''
  return `<li class="${kind}"><details${isOpen}><summary>${head}</summary><pre>${escaped(test.reason)}</pre></details></li>\n`
}

/** A launch without a suite is named by its number (ACTIONS-02). */
export const exportFileName = ({ suite_name: suite, number }: Pick<LaunchRow, 'suite_name' | 'number'>): string =>
  `${fileNameOf(suite ?? '') || `Launch ${number}`}.html`

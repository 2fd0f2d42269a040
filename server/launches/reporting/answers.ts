import type { LaunchRow, TestRow } from '../rows.ts'
import type { SessionAnswer } from './session-operations.ts'

/** Returns a launch in the shape of agents' responses; `config` is never null (protocol 2.3). */
export const launchAnswer = (row: LaunchRow) => ({
  id: row.id,
  uuid: row.uuid,
  name: row.name,
  framework: row.framework,
  status: row.status,
  startedAt: row.started_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  config: { environment: row.environment, build: row.build, treatSkipsAsFailures: row.treat_skips_as_failures },
})

/** Returns a test in the shape of agents' responses (protocol 2.5). */
export const testAnswer = (row: TestRow) => ({
  id: row.id,
  name: row.name,
  correlationData: row.correlation_data,
  className: row.class_name,
  methodName: row.method_name,
  argumentsIndex: row.arguments_index,
  maintainer: row.owner,
  labels: row.labels,
  artifactReferences: row.refs,
  testGroups: row.test_groups,
  status: row.status,
  startedAt: row.started_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
})

/** Returns a session in the shape of agents' responses; some agents read `sessionId` and `status` (protocol 2.6). */
export const sessionAnswer = ({ row, testIds }: SessionAnswer) => ({
  id: row.id,
  sessionId: row.session_id,
  status: row.status,
  initiatedAt: row.initiated_at?.toISOString() ?? null,
  startedAt: row.started_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
  testIds,
})

import { sendExploratoryCommands } from '../../../contract/exploratory/commands.ts'
import { getUploadState, uploadPath } from '../../../contract/exploratory/files.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { confirmed, EMPTY_BASE, refused, sameWhereSame } from '../../projections/exploratory.ts'
import { exploratorySchemas, type ExploratoryTypes } from '../../projections/exploratory-events.ts'
import { observationsOf, waitsFor } from '../../projections/exploratory-rows.ts'
import { defineOutboxCommands } from '../definition.ts'

/** Commands of exploratory sessions: one stream per session. */
export const exploratoryCommands = defineOutboxCommands<ExploratoryTypes>('exploratory', {
  schemas: exploratorySchemas,
  call: sendExploratoryCommands,
  maxAtOnce: LIMITS.exploratoryCommandsAtOnce,
  files: { state: getUploadState, path: uploadPath, chunkBytes: LIMITS.exploratoryChunkBytes },

  streamIdOf: ({ sessionId }) => sessionId,
  aboutOf: observationsOf,
  waitsFor,
  dependsOn: ({ about }, dropped) =>
    dropped.type === 'session/create' ||
    (dropped.type === 'observation/create' && about.length > 0 && about.every((id) => dropped.about.includes(id))),
  // A used id stays used.
  isRepeatable: ({ reason, errors = [] }) => reason === 'invalid' && !errors.some(({ field }) => field === 'id'),
  attachedBy: (command) => {
    if (command.type !== 'observation/create' && command.type !== 'observation/edit') return null
    const { attachments } = command.values
    if (attachments === undefined) return null
    const fileUuids = attachments.map(({ fileUuid }) => fileUuid)
    return { subject: command.observationId, fileUuids, isWhole: command.type === 'observation/edit' }
  },
  subjectsDeletedBy: ({ type, about }) => (type === 'observations/delete' ? about : []),
  // Observations are listed by time.
  isSortedByTime: ({ type }) => type === 'observation/create',
  latestIn: ({ base, commands }) =>
    Math.max(
      0,
      ...base.observations.map(({ createdAt }) => Date.parse(createdAt)),
      ...commands.flatMap(({ command, at }) => (command.type === 'observation/create' ? [Date.parse(at)] : [])),
    ),

  empty: EMPTY_BASE,
  loaded: sameWhereSame,
  confirmationOf: ({ sessions }, outcome, { stream }) => {
    // Every confirmation carries the revision: one older than the last reading is stale.
    const session = sessions.find(({ id }) => stream.endsWith(`:${id}`))
    const observation = outcome.outcome === 'done' ? outcome.observation : undefined
    return { ...(observation ? { observation } : {}), ...(session ? { session } : {}) }
  },
  confirmed,
  refused,
})

import type { Schedule, ScheduleStatus, SeenSchedule, SkippedSchedule } from '../../../contract/launchers/schedules.ts'

/**
 * Returns the schedules that differ from what the reader saw, or that the reader did not see. Those that have the requested status already
 * are left out: nothing changes for them.
 */
export const skippedSchedules = (
  stored: readonly Schedule[],
  seen: readonly SeenSchedule[],
  status: ScheduleStatus,
): SkippedSchedule[] => {
  const versions = new Map(seen.map(({ id, version }) => [id, version]))
  const existing = new Set(stored.map(({ id }) => id))
  return [
    ...seen.flatMap(({ id }) => (existing.has(id) ? [] : { id, reason: 'deleted' as const })),
    ...stored.flatMap(({ id, ...now }): SkippedSchedule[] => {
      if (now.status === status || versions.get(id) === now.version) return []
      return [{ id, reason: versions.has(id) ? 'changed' : 'added' }]
    }),
  ]
}

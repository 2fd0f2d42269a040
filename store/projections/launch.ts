import { define } from 'superstruct'
import type { Launch } from '../../contract/launches/launches.ts'
import { launchEvents, rowChange, statisticsOf } from './launch-events.ts'
import { defineProjection } from './projection.ts'
import { isObject } from '../log/record.ts'

/** Header of a launch: its row with counts. `launch` is `null` before one is loaded or seen. */
export type LaunchState = { launch: Launch | null; isDeleted: boolean }

export const launchKey = (launchId: number) => `launch:${launchId}`

/** One launch in its project's stream, which also has events of other launches (LIVE-08). */
export const launchOf = (launchId: number) =>
  defineProjection({
    name: 'launch',
    version: 2,
    events: launchEvents,
    state: define<LaunchState>(
      'LaunchState',
      (value) => isObject(value) && 'launch' in value && typeof value['isDeleted'] === 'boolean',
    ),
    empty: { launch: null, isDeleted: false },
    fold: (state, event) => {
      switch (event.type) {
        case 'launch/started':
        case 'launch/changed':
        case 'launch/finished':
          if (event.payload.id === launchId) state.launch = rowChange(event.payload).after
          return
        case 'launch/statistics':
          if (event.payload.testRunId !== launchId || state.launch === null) return
          state.launch = {
            ...state.launch,
            statistics: statisticsOf(event.payload),
            reviewed: event.payload.reviewed,
          }
          return
        case 'launch/deleted':
          if (event.payload.testRunId === launchId) state.isDeleted = true
          return
        default:
          event satisfies never
      }
    },
  })

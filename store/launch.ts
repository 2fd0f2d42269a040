import { define } from 'superstruct'
import type { Launch } from '../contract/launches.ts'
import { launchEvents, passRateEvents, statisticsOf } from './launch-events.ts'
import { defineProjection } from './projection.ts'
import { isObject } from './record.ts'

/** A launch's head: its row with its counts. `launch` is `null` until one was loaded or met. */
export type LaunchState = { launch: Launch | null; passRate: number | null; isDeleted: boolean }

export const launchKey = (launchId: number) => `launch:${launchId}`

/** A launch in its own stream (LIVE-08). */
export const launch = defineProjection({
  name: 'launch',
  version: 1,
  events: { ...launchEvents, ...passRateEvents },
  state: define<LaunchState>('LaunchState', (value) => isObject(value) && 'launch' in value && 'passRate' in value),
  empty: { launch: null, passRate: null, isDeleted: false },
  fold: (state, event) => {
    switch (event.type) {
      case 'launch/started':
      case 'launch/changed':
      case 'launch/finished':
        state.launch = event.payload
        return
      case 'launch/statistics':
        if (state.launch === null) return
        state.launch = {
          ...state.launch,
          statistics: statisticsOf(event.payload),
          reviewed: event.payload.reviewed,
        }
        return
      case 'launch/pass-rate':
        state.passRate = event.payload.passRate
        return
      case 'launch/deleted':
        state.isDeleted = true
        return
      default:
        event satisfies never
    }
  },
})

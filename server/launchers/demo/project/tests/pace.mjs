import { beforeEach } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

/** Tests of a shop in memory would be over before any user could watch them. */
export const paced = () => beforeEach(() => sleep(Number(process.env.PACE_MS ?? 400)))

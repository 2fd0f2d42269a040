import { BehaviorSubject } from 'rxjs'
import { expect, test } from 'vitest'
import { connectionState, returns } from '../../../views/application/connection-state.ts'

const aConnection = () => {
  const signs = {
    isOnline$: new BehaviorSubject(true),
    isReached$: new BehaviorSubject(true),
    isLost$: new BehaviorSubject(false),
  }
  const states: string[] = []
  let returned = 0
  const connection$ = connectionState(signs)
  connection$.subscribe((state) => states.push(state))
  returns(connection$).subscribe(() => (returned += 1))
  return { ...signs, states, returned: () => returned }
}

test('a server that does not answer is not taken for a device without a network', () => {
  const { isOnline$, isReached$, states } = aConnection()
  isReached$.next(false)
  isOnline$.next(false)
  isOnline$.next(true)
  isReached$.next(true)
  expect(states).toEqual(['online', 'unanswered', 'offline', 'unanswered', 'online'])
})

test('a lost live channel alone shows as reconnecting, and no longer once the server is unreachable', () => {
  const { isReached$, isLost$, states } = aConnection()
  isLost$.next(true)
  isReached$.next(false)
  isLost$.next(false)
  expect(states).toEqual(['online', 'reconnecting', 'unanswered'])
})

test('the server is back once for each time it was away, and not when a visit begins', () => {
  const { isOnline$, isReached$, returned } = aConnection()
  expect(returned()).toBe(0)
  isReached$.next(false)
  isOnline$.next(false)
  isOnline$.next(true)
  expect(returned()).toBe(0)
  isReached$.next(true)
  isReached$.next(true)
  expect(returned()).toBe(1)
})

import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise, type ActorRefFrom } from 'xstate'
import { ERROR_CODES } from '../../../contract/errors.ts'
import type { PublicResourceType } from '../../../contract/public/resources.ts'
import { publicAccess, type Authorised } from '../../../machines/workspace/public-access.machine.ts'
import { ApiError } from '../../../services/http/api-error.ts'
import { createHttp, type Send } from '../../../services/http/http.ts'
import type { TokenSource } from '../../../services/http/renewing.ts'
import { authorisePublicAccess } from '../../../services/public/public-access.ts'

export type PublicAccessRef = ActorRefFrom<typeof publicAccess>

const fetchHere = (address: string, init: RequestInit) => fetch(address, init)
const nobody: TokenSource = { token: () => null, renew: () => Promise.reject(new Error('nobody has a token')) }

/** Access through the address's public link: whether it is unlocked, and calls about the shared content. */
export function usePublicAccess(resourceType: PublicResourceType, key: string) {
  const machine = useMemo(() => {
    const send = createHttp(nobody, fetchHere)
    const authorise = async (passcode: string): Promise<Authorised> => {
      try {
        return { kind: 'opened', token: await authorisePublicAccess(send, { resourceType, token: key, passcode }) }
      } catch (error) {
        const { status = 0, code = '', message = '' } = error instanceof ApiError ? error : {}
        if (status === 404 && code === ERROR_CODES.publicResourceNotFound) return { kind: 'unknown' }
        if (status === 403 && code === ERROR_CODES.wrongPasscode) return { kind: 'refused', message }
        throw error
      }
    }
    return publicAccess.provide({
      actors: {
        authorise: fromPromise<Authorised, { passcode: string }>(({ input }) => authorise(input.passcode)),
      },
    })
  }, [resourceType, key])
  const access = useActorRef(machine)
  const send = useMemo(() => sendThrough(access), [access])
  return { access, send }
}

/** Calls rejected at the same time share one token renewal (PUBLIC-10). */
const sendThrough = (access: PublicAccessRef): Send => {
  const source: TokenSource = {
    token: () => access.getSnapshot().context.token,
    renew: () =>
      new Promise((resolve, reject) => {
        const settled = access.on('access/settled', ({ outcome, error }) => {
          settled.unsubscribe()
          if (outcome === 'renewed') resolve()
          else reject(error instanceof ApiError ? error : new ApiError('aborted'))
        })
        access.send({ type: 'access/lost' })
      }),
  }
  const send = createHttp(source, fetchHere)
  return async (call, ...given) => {
    try {
      return await send(call, ...given)
    } catch (error) {
      // Calls about a part name the part.
      if (error instanceof ApiError && error.status === 404 && given[0]?.params === undefined)
        access.send({ type: 'resource/gone' })
      throw error
    }
  }
}

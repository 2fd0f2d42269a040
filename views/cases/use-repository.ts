/** The repository's machines for the open project, synchronised with the address. */
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { fromPromise } from 'xstate'
import { TEXTS } from '../../contract/texts.ts'
import { createOwnNews } from '../../machines/cases/own-news.ts'
import { dropPlacement, type DropWanted } from '../../machines/cases/drop-placement.machine.ts'
import { faceOfRepository } from '../../machines/cases/repository-face.ts'
import { messageOf } from '../../services/http/api-error.ts'
import { useApplication, useProject, useSession } from '../application/context.tsx'
import { toast } from '../ui/toasts/toasts.ts'
import { repositoryAddressOf, repositoryHref } from '../shared/cases/address.ts'
import { recallView, rememberView } from './habits.ts'
import { repositoryIn, selectionIn } from '../shared/cases/repository-actors.ts'
import { useEmitted } from '../shared/use-emitted.ts'

export function useRepository() {
  const { live, send } = useApplication()
  const project = useProject()
  const { workspace, user } = useSession()
  const { tenant } = workspace
  const search = useSearch()
  const [, navigate] = useLocation()
  const { id, key } = project
  const [machines] = useState(() => {
    const own = createOwnNews(user.id)
    const world = { send, live, project: { id, key }, tenant, own }
    return { own, repository: repositoryIn(world), selection: selectionIn(world) }
  })
  const repository = useActorRef(machines.repository, {
    input: { address: repositoryAddressOf(search), view: recallView(id) },
  })
  const selection = useActorRef(machines.selection, { input: { question: repositoryAddressOf(search).question } })
  const snapshot = useSelector(repository, (state) => state)

  // Two-way: back and forward are sent to the page, the page's query goes to the address.
  useEffect(
    () => repository.send({ type: 'address/opened', address: repositoryAddressOf(search) }),
    [repository, search],
  )
  useEmitted(repository, {
    'address/changed': ({ address, isReplacing }) => {
      const href = repositoryHref(key, address)
      if (href !== window.location.pathname + window.location.search) navigate(href, { replace: isReplacing })
    },
    'view/changed': ({ view }) => rememberView(id, view),
    'question/asked': ({ question }) => selection.send({ type: 'question/changed', question }),
    'case/missing': () => toast.error(TEXTS.caseNotFound),
    'structure/stayed': ({ error }) => toast.error(messageOf(error)),
  })
  useEmitted(selection, { 'selection/failed': ({ error }) => toast.error(messageOf(error)) })

  const face = faceOfRepository(snapshot)

  const { windows, preview } = snapshot.children
  if (windows === undefined || preview === undefined) throw new Error('the repository has no windows or no preview')
  return { own: machines.own, repository, selection, snapshot, windows, preview, face, project }
}

/** `perform`: must be stable. */
export function useDrop(perform: (wanted: DropWanted) => Promise<void>) {
  const machine = useMemo(
    () =>
      dropPlacement.provide({
        actors: { perform: fromPromise<unknown, { wanted: DropWanted }>(({ input }) => perform(input.wanted)) },
      }),
    [perform],
  )
  return useActorRef(machine)
}

/** First-run set-up of an empty server: workspace and owner, then the first project. */
import { useMachine, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { Redirect, useSearch } from 'wouter'
import { fromPromise } from 'xstate'
import { pathOf } from '../../contract/call.ts'
import { createDemoProject } from '../../contract/projects/demo-project.ts'
import { listProjects } from '../../contract/projects/projects.ts'
import { getWelcome } from '../../contract/session/session.ts'
import { firstRunMachine, type Missing } from '../../machines/session/first-run.machine.ts'
import { isRestoring } from '../../machines/session/session.machine.ts'
import { messageOf } from '../../services/http/api-error.ts'
import { AuthPage } from '../shared/auth/auth-page.tsx'
import { readersTimeZone } from '../shared/days.ts'
import { useApplication, useMaybeSession } from '../application/context.tsx'
import { launchesHref, paths, signInHref, wantedAfterSignIn } from '../shared/routes.ts'
import { ProblemState } from '../ui/layout/empty-state.tsx'
import { ChoiceStep } from './choice-step.tsx'
import { DemoStep } from './demo-step.tsx'
import { ProjectStep } from './project-step.tsx'
import { WorkspaceStep } from './workspace-step.tsx'

export function SignUp() {
  const { session } = useApplication()
  // The session decides which step is missing.
  return useSelector(session, isRestoring) ? null : <FirstRun />
}

function FirstRun() {
  const { session, send } = useApplication()
  const open = useMaybeSession()
  const search = useSearch()
  const machine = useMemo(() => {
    const ask = async (): Promise<Missing> => {
      if ((await send(getWelcome)).empty) return 'workspace'
      const user = session.getSnapshot().context.session?.user
      if (user?.superAdmin !== true) return 'nothing'
      return (await send(listProjects, { query: { pageSize: 1 } })).projectsTotal === 0 ? 'project' : 'nothing'
    }
    const createDemo = async () => (await send(createDemoProject, { body: { timeZone: readersTimeZone() } })).key
    return firstRunMachine.provide({ actors: { ask: fromPromise(ask), createDemo: fromPromise(createDemo) } })
  }, [session, send])
  const [snapshot, dispatch] = useMachine(machine)

  if (snapshot.matches('workspace'))
    return (
      <WorkspaceStep
        onCreated={(created) => {
          session.send({ type: 'session/opened', session: created })
          dispatch({ type: 'workspace/created' })
        }}
      />
    )
  const isAtProject = snapshot.matches('choosing') || snapshot.matches('project') || snapshot.matches('demo')
  if (isAtProject && open === null) return <Redirect to={signInHref(paths.signUp)} replace />
  const onCreated = (projectKey: string) => dispatch({ type: 'project/created', projectKey })
  const onBack = () => dispatch({ type: 'choice/reopened' })
  if (snapshot.matches('choosing'))
    return (
      <ChoiceStep onDemo={() => dispatch({ type: 'demo/chosen' })} onOwn={() => dispatch({ type: 'own/chosen' })} />
    )
  if (snapshot.matches('project')) return <ProjectStep onCreated={onCreated} onBack={onBack} />
  if (snapshot.matches('demo'))
    return (
      <DemoStep
        problem={snapshot.matches({ demo: 'failed' }) ? messageOf(snapshot.context.failure) : undefined}
        onRetry={() => dispatch({ type: 'demo/chosen' })}
        onBack={onBack}
      />
    )
  if (snapshot.matches('shop'))
    return <Redirect to={pathOf(paths.project, { projectKey: snapshot.context.projectKey ?? '' })} replace />
  if (snapshot.matches('results')) return <Redirect to={launchesHref(snapshot.context.projectKey ?? '')} replace />
  if (snapshot.matches('elsewhere'))
    return <Redirect to={open === null ? paths.signIn : wantedAfterSignIn(search)} replace />
  if (snapshot.matches('unanswered'))
    return (
      <AuthPage title="Welcome to Assay">
        <ProblemState title="The server did not respond" onRetry={() => dispatch({ type: 'firstRun/retry' })}>
          {messageOf(snapshot.context.failure)}
        </ProblemState>
      </AuthPage>
    )
  return null
}

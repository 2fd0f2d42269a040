/** Repositories that a provider lists for the reader, and sign-in to the provider. */
import { useActorRef, useSelector } from '@xstate/react'
import { GitBranch, Lock, LogIn } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { fromPromise } from 'xstate'
import {
  TokenForm,
  exchangeOauthCode,
  getVcsConfiguration,
  signOutOfProvider,
  signInWithToken,
  type VcsConfiguration,
  type VcsProvider,
} from '../../../contract/launchers/providers.ts'
import { reconnectRepository, addRepository as addRepositoryCall } from '../../../contract/launchers/repositories.ts'
import { addRepository, type OauthReturn, type Returned } from '../../../machines/launchers/add-repository.machine.ts'
import { ApiError, messageOf } from '../../../services/http/api-error.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { useEmitted } from '../../shared/use-emitted.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { Link, PlainLink } from '../../ui/controls/link.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { addRepoHref, fromIn, idIn, launchersHref, type ProviderTab } from '../address.ts'
import { rawMessageOf } from '../raw-error.ts'
import styles from './add-repo.module.css'
import { useProviderRepositories } from './use-provider-repositories.ts'

interface ProviderTabProps {
  tab: ProviderTab
  provider: VcsProvider
  onAdded: (repoId: number) => void
}

export function ProviderTabContent(props: ProviderTabProps) {
  const { tab, provider, onAdded } = props
  const { key } = useProject()
  const search = useSearch()
  const [, navigate] = useLocation()
  const { send } = useApplication()
  const [machine] = useState(() =>
    addRepository.provide({
      actors: {
        readReturn: fromPromise(() => Promise.resolve(returnIn(search))),
        exchange: fromPromise<unknown, OauthReturn>(({ input }) =>
          send(exchangeOauthCode, { params: { projectKey: key, provider }, body: input }),
        ),
        reconnect: fromPromise<unknown, { repoId: number }>(({ input }) =>
          send(reconnectRepository, { params: { projectKey: key, repoId: input.repoId }, body: {} }),
        ),
        read: fromPromise(() =>
          send(getVcsConfiguration, {
            params: { projectKey: key, provider },
            query: { search: searchedIn(search), from: fromIn(search) },
          }),
        ),
        add: fromPromise<{ id: number }, { providerSideId: string }>(({ input: { providerSideId } }) =>
          send(addRepositoryCall, { params: { projectKey: key }, body: { provider, providerSideId } }),
        ),
        signOut: fromPromise<unknown>(() => send(signOutOfProvider, { params: { projectKey: key, provider } })),
      },
    }),
  )
  const actor = useActorRef(machine)
  useEmitted(actor, {
    'oauth/ended': () =>
      navigate(addRepoHref(key, { provider: tab, search: searchedIn(search) }, search), { replace: true }),
    'oauth/refused': ({ error }) => toast.error(messageOf(error)),
    'repository/reconnected': ({ repoId }) => navigate(launchersHref(key, { repoId }, search), { replace: true }),
    'repository/added': ({ repoId }) => onAdded(repoId),
    'repository/refused': ({ error }) => toast.error(rawMessageOf(error)),
    'account/refused': ({ error }) => toast.error(messageOf(error)),
  })
  const snapshot = useSelector(actor, (state) => state)
  const { configuration, failure, adding } = snapshot.context
  if (snapshot.matches('failed') || (configuration === null && failure !== null))
    return (
      <ProblemState
        title="The provider did not load"
        onRetry={() => actor.send({ type: 'provider/retry' })}
        isRetrying={snapshot.matches('reading')}
      >
        {messageOf(failure)}
      </ProblemState>
    )
  if (configuration === null)
    return (
      <div aria-busy>
        <Skeleton width={360} />
      </div>
    )
  if (configuration.account === null)
    return (
      <SignIn {...props} configuration={configuration} onSignedIn={() => actor.send({ type: 'account/signedIn' })} />
    )
  return (
    <SignedIn
      {...props}
      configuration={configuration}
      adding={adding}
      isSigningOut={snapshot.matches({ listing: 'signingOut' })}
      onAdd={(providerSideId) => actor.send({ type: 'repository/add', providerSideId })}
      onSignOut={() => actor.send({ type: 'account/signOut' })}
    />
  )
}

const searchedIn = (search: string): string => new URLSearchParams(search).get('search') ?? ''

/** Result of the provider's OAuth redirect, and the repository that sign-in was started for. */
const returnIn = (search: string): Returned => {
  const query = new URLSearchParams(search)
  const [code, state] = [query.get('code'), query.get('state')]
  return {
    oauth: code === null || state === null ? null : { code, state },
    repoId: idIn(query.get('repo') ?? undefined),
  }
}

function SignIn(props: ProviderTabProps & { configuration: VcsConfiguration; onSignedIn: () => void }) {
  const { provider, configuration, onSignedIn } = props
  const { baseUrl, authorizeUrl, setUp } = configuration
  const { key } = useProject()
  const { send } = useApplication()
  const host = new URL(baseUrl).host
  const { form, field, problem, isPending } = useForm({
    name: `provider-token:${provider}`,
    initial: { baseUrl: '', username: '', accessToken: '' },
    schema: TokenForm,
    secrets: ['accessToken'],
    submit: (values) => send(signInWithToken, { params: { projectKey: key, provider }, body: values }),
    onDone: onSignedIn,
  })
  return (
    <>
      <section className={styles.signIn} aria-label={`Sign in to ${host}`}>
        {authorizeUrl === null ? (
          <div className={styles.guidance}>
            <p>
              Signing in to {host} is not set up on this server. Its owner registers an OAuth application there with the
              callback <code>{setUp.callbackUrl}</code> and sets{' '}
              {setUp.settings.map((name, i) => (
                <span key={name}>
                  {i > 0 && ' and '}
                  <code>{name}</code>
                </span>
              ))}
              . A token works without.
            </p>
          </div>
        ) : (
          <Button variant="primary" icon={<LogIn aria-hidden />} onClick={() => location.assign(authorizeUrl)}>
            Sign in to {host}
          </Button>
        )}
      </section>
      <form {...form} className={styles.form} aria-label="Sign in with a token">
        <h2>With a token</h2>
        <TextField
          {...field('baseUrl')}
          label="Server"
          placeholder={baseUrl}
          description="Only for a server of your own"
          autoComplete="off"
        />
        {provider === 'BITBUCKET' && (
          <TextField
            {...field('username')}
            label="Username"
            description="With an app password or API token"
            autoComplete="off"
          />
        )}
        <TextField
          {...field('accessToken')}
          label="Token"
          type="password"
          description="It needs the right to read repositories. Encrypted, and never shown again."
          autoComplete="off"
        />
        <InlineProblem>{problem}</InlineProblem>
        <div>
          <Button type="submit" isPending={isPending}>
            Sign in
          </Button>
        </div>
      </form>
    </>
  )
}

interface SignedInProps extends ProviderTabProps {
  configuration: VcsConfiguration
  /** The repository being added. */
  adding: string | null
  isSigningOut: boolean
  onAdd: (providerSideId: string) => void
  onSignOut: () => void
}

function SignedIn(props: SignedInProps) {
  const { tab, provider, configuration, adding, isSigningOut, onAdd, onSignOut } = props
  const { account, baseUrl } = configuration
  const { key } = useProject()
  const search = useSearch()
  const [, navigate] = useLocation()
  const initial = searchedIn(search)
  const list = useProviderRepositories(provider, initial, (q) =>
    navigate(addRepoHref(key, { provider: tab, search: q }, search), { replace: true }),
  )
  const isSignInOver = list.failure instanceof ApiError && list.failure.status === 409
  return (
    <section className={styles.listed} aria-label="Repositories">
      <div className={styles.account}>
        <span>
          Signed in to {new URL(account?.baseUrl ?? baseUrl).host}
          {account?.username != null && ` as ${account.username}`}
        </span>
        <Button size="sm" variant="quiet" isPending={isSigningOut} onClick={onSignOut}>
          Sign out
        </Button>
      </div>
      <SearchField
        label="Search repositories"
        value={list.q}
        onValueChange={list.onType}
        onKeyDown={(event) => {
          if (event.key === 'Enter') list.onSubmit()
        }}
      />
      {list.failure !== null && (
        <ProblemState title="Repositories did not load" onRetry={list.onRetry} isRetrying={list.isLoading}>
          {messageOf(list.failure)}
          {isSignInOver && ' Sign out, and in again.'}
        </ProblemState>
      )}
      {list.items.length === 0 && list.failure === null && list.isLoading && (
        <div aria-busy className={styles.rows}>
          {[220, 180, 260].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      )}
      {list.items.length === 0 && list.failure === null && !list.isLoading && (
        <EmptyState title={list.q === '' ? 'No repositories' : 'No repository has this name'}>
          {list.q === ''
            ? 'Your account can read none here.'
            : 'Change the words, or add the repository by its address.'}
        </EmptyState>
      )}
      <ul className={styles.rows} aria-busy={list.isLoading || undefined}>
        {list.items.map(({ providerSideId, name, htmlUrl, isPrivate, addedAs }) => (
          <li key={providerSideId}>
            <GitBranch aria-hidden />
            <Link href={htmlUrl} target="_blank" isAlone>
              {name}
            </Link>
            {isPrivate && <Lock aria-label="Private" />}
            {addedAs === null ? (
              <Button
                size="sm"
                aria-label={`Add ${name}`}
                isPending={adding === providerSideId}
                onClick={() => onAdd(providerSideId)}
              >
                Add
              </Button>
            ) : (
              <PlainLink href={launchersHref(key, { repoId: addedAs }, search)}>Added</PlainLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

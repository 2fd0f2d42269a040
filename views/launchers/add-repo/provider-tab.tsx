/** What a provider lists for the reader, and how they sign in to it. */
import { GitBranch, Lock, LogIn } from 'lucide-react'
import { useLocation, useSearch } from 'wouter'
import { TokenForm, type VcsConfiguration, type VcsProvider } from '../../../contract/launchers/providers.ts'
import { ApiError, messageOf } from '../../../services/http/api-error.ts'
import { useProject, useResource } from '../../boot/context.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { useSingleAction } from '../../shared/forms/use-single-action.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, ProblemState } from '../../ui/empty-state.tsx'
import { InlineProblem } from '../../ui/inline-problem.tsx'
import { Link, PlainLink } from '../../ui/link.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { addRepoHref, idIn, launchersHref, type ProviderTab } from '../address.ts'
import { rawMessageOf } from '../raw-error.ts'
import { useLaunchers } from '../use-launchers.ts'
import styles from './add-repo.module.css'
import { useProviderRepositories } from './use-provider-repositories.ts'

interface ProviderTabProps {
  tab: ProviderTab
  provider: VcsProvider
  onAdded: (repoId: number) => void
}

export function ProviderTabContent(props: ProviderTabProps) {
  const { tab, provider } = props
  const { key } = useProject()
  const search = useSearch()
  const [, navigate] = useLocation()
  const launchers = useLaunchers()
  /** Ends a sign-in that the provider sent the browser back from (ADDR-16); then reads how the provider is signed in to. */
  const open = async (): Promise<VcsConfiguration> => {
    const query = new URLSearchParams(search)
    const [code, state] = [query.get('code'), query.get('state')]
    if (code !== null && state !== null) {
      try {
        await launchers.exchangeCode(key, provider, { code, state })
        const repoId = idIn(query.get('repo') ?? undefined)
        if (repoId !== null) {
          await launchers.reconnect(key, repoId)
          navigate(launchersHref(key, { repoId }, search), { replace: true })
        } else navigate(addRepoHref(key, { provider: tab }, search), { replace: true })
      } catch (error) {
        toast.error(messageOf(error))
        navigate(addRepoHref(key, { provider: tab }, search), { replace: true })
      }
    }
    return launchers.configuration(key, provider)
  }
  const { value, failure, isLoading, retry, refresh } = useResource(open)
  if (value === null)
    return failure === null ? (
      <div aria-busy>
        <Skeleton width={360} />
      </div>
    ) : (
      <ProblemState title="The provider did not load" onRetry={retry} isRetrying={isLoading}>
        {messageOf(failure)}
      </ProblemState>
    )
  if (value.account === null) return <SignIn {...props} configuration={value} onSignedIn={refresh} />
  return <SignedIn {...props} configuration={value} onSignedOut={refresh} />
}

function SignIn(props: ProviderTabProps & { configuration: VcsConfiguration; onSignedIn: () => void }) {
  const { provider, configuration, onSignedIn } = props
  const { baseUrl, authorizeUrl, setUp } = configuration
  const { key } = useProject()
  const launchers = useLaunchers()
  const host = new URL(baseUrl).host
  const { form, field, problem, isPending } = useForm({
    name: `provider-token:${provider}`,
    initial: { baseUrl: '', username: '', accessToken: '' },
    schema: TokenForm,
    secrets: ['accessToken'],
    submit: (values) => launchers.signIn(key, provider, values),
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

function SignedIn(props: ProviderTabProps & { configuration: VcsConfiguration; onSignedOut: () => void }) {
  const { tab, provider, configuration, onAdded, onSignedOut } = props
  const { account, baseUrl } = configuration
  const { key } = useProject()
  const search = useSearch()
  const [, navigate] = useLocation()
  const launchers = useLaunchers()
  const initial = new URLSearchParams(search).get('search') ?? ''
  const list = useProviderRepositories(provider, initial, (q) =>
    navigate(addRepoHref(key, { provider: tab, search: q }, search), { replace: true }),
  )
  const add = useSingleAction({
    perform: (providerSideId: string) => launchers.addRepository(key, { provider, providerSideId }),
    onDone: (_, { id }) => onAdded(id),
    onRefused: (_, error) => toast.error(rawMessageOf(error)),
  })
  const signOut = useSingleAction({ perform: (_: null) => launchers.signOut(key, provider), onDone: onSignedOut })
  const isSignInOver = list.failure instanceof ApiError && list.failure.status === 409
  return (
    <section className={styles.listed} aria-label="Repositories">
      <div className={styles.account}>
        <span>
          Signed in to {new URL(account?.baseUrl ?? baseUrl).host}
          {account?.username != null && ` as ${account.username}`}
        </span>
        <Button size="sm" variant="quiet" isPending={signOut.isRunning} onClick={() => signOut.start(null)}>
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
                isPending={add.item === providerSideId}
                onClick={() => add.start(providerSideId)}
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

/** Adds a repository: from a provider's list, by URL, or the demo repository. */
import { FlaskConical } from 'lucide-react'
import { useLocation, useSearch } from 'wouter'
import { VCS_PROVIDERS, type VcsProvider } from '../../../contract/launchers/providers.ts'
import { addDemoRepository } from '../../../contract/launchers/repositories.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { useSingleAction } from '../../shared/forms/use-single-action.ts'
import { Page } from '../../shared/page/page.tsx'
import { launchesHref } from '../../shared/routes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { addRepoHref, isFromLaunches, launchersHref, PROVIDER_TABS, type ProviderTab } from '../address.ts'
import styles from './add-repo.module.css'
import { ProviderTabContent } from './provider-tab.tsx'
import { UrlForm } from './url-form.tsx'

export const TAB_NAMES: Record<ProviderTab, string> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  bitbucket: 'Bitbucket',
  git: 'Other git server',
}

const isVcs = (name: string): name is VcsProvider => (VCS_PROVIDERS as readonly string[]).includes(name)

export function AddRepoPage() {
  const { key, name } = useProject()
  const search = useSearch()
  const [, navigate] = useLocation()
  const query = new URLSearchParams(search)
  const tab = PROVIDER_TABS.find((one) => one === query.get('provider')) ?? 'github'
  const provider = tab.toUpperCase()
  const isByUrl = tab === 'git' || query.get('with') === 'url'
  const isFirst = query.get('state') === 'no-launcher-repos'
  const state = isFirst ? { state: 'no-launcher-repos' as const } : {}
  const added = (repoId: number) => navigate(launchersHref(key, { repoId }, search))
  return (
    <Page
      title="Add repository"
      documentTitle={`Add repository · ${name}`}
      from={isFromLaunches(search) ? { label: 'Launches', href: launchesHref(key) } : null}
      tabs={
        <Tabs
          label="Providers"
          selected={tab}
          items={PROVIDER_TABS.map((id) => ({
            id,
            label: TAB_NAMES[id],
            href: addRepoHref(key, { provider: id, ...state }, search),
          }))}
        />
      }
      isPadded
    >
      <div className={styles.page}>
        {isFirst && (
          <p className={styles.intro}>
            Launchers run the tests of a git repository, by a press, on a schedule or when something calls them. Add the
            repository of your tests, or try it with the demo repository.
          </p>
        )}
        <DemoCard />
        {tab !== 'git' && (
          <Switch
            checked={isByUrl}
            onCheckedChange={(withUrl) => navigate(addRepoHref(key, { provider: tab, withUrl, ...state }, search))}
          >
            Add by address
          </Switch>
        )}
        {isByUrl || !isVcs(provider) ? (
          <UrlForm key={tab} provider={isVcs(provider) ? provider : 'GIT'} onAdded={added} />
        ) : (
          <ProviderTabContent key={tab} tab={tab} provider={provider} onAdded={added} />
        )}
      </div>
    </Page>
  )
}

/** The demo repository needs no account: a first launch within a minute. */
function DemoCard() {
  const { key } = useProject()
  const search = useSearch()
  const [, navigate] = useLocation()
  const { send } = useApplication()
  const action = useSingleAction({
    perform: () => send(addDemoRepository, { params: { projectKey: key }, body: {} }),
    onDone: (_: null, { repository, launcherId }) =>
      navigate(launchersHref(key, { repoId: repository.id, ...(launcherId === null ? {} : { launcherId }) }, search)),
  })
  return (
    <section className={styles.demo} aria-label="Demo repository">
      <FlaskConical aria-hidden />
      <div>
        <strong>Demo repository</strong>
        <p>Tests of a small shop that come with Assay, and a launcher that is ready to start.</p>
      </div>
      <Button isPending={action.isRunning} onClick={() => action.start(null)}>
        Add the demo repository
      </Button>
    </section>
  )
}

/** One cause of failures: suggestion with its reason, first occurrence, messages and tests. */
import { ArrowLeft, Bug, BugPlay, Check, Ellipsis, Link as LinkIcon, Merge, Tag } from 'lucide-react'
import type { Cause } from '../../../contract/launches/causes.ts'
import { copyLink } from '../../shared/copy-link.ts'
import { formatCount } from '../../ui/text/figures.ts'
import { launchCausesHref, launchHref, testHref } from '../../shared/routes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { ButtonLink, Link } from '../../ui/controls/link.tsx'
import { Menu, MenuItem, MenuSection, SubMenu } from '../../ui/overlays/menu.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { IssueChip, IssueLine } from '../test-parts/issue-chip.tsx'
import { TagChip } from '../test-parts/tag-chip.tsx'
import type { TestRights } from '../launch-actions.ts'
import type { FailureTagsById } from '../test-parts/use-failure-tags.ts'
import { CauseKindTag } from './cause-kind.tsx'
import { acceptable, causeKindRules, seenText } from './cause-text.ts'
import styles from './causes.module.css'

export interface CauseDetailProps {
  projectKey: string
  launchId: number
  cause: Cause
  /** Possible merge targets. */
  others: readonly Cause[]
  tags: FailureTagsById
  rights: TestRights
  isWorking: boolean
  onAccept: (cause: Cause) => void
  onMerge: (cause: Cause, into: Cause) => void
  onSplit: (message: Cause['messages'][number]) => void
  onCreateIssue: (cause: Cause) => void
  onTag: (cause: Cause, tagId: number) => void
  onLinkIssue: (cause: Cause) => void
}

export function CauseDetail(props: CauseDetailProps) {
  const { projectKey, launchId, cause, others, tags, rights, isWorking, onAccept, onMerge, onSplit } = props
  const { key, label, detail, kind, tests, since, history, suggestion, messages } = cause
  const href = launchCausesHref(projectKey, launchId, key)
  const [firstMessage] = messages
  const canMerge = rights.canTag && others.length > 0
  const canTag = rights.canTag && kind !== 'fixed'
  const canLink = rights.canLinkIssues && kind !== 'fixed'
  const canCreate = canLink && cause.issues.length === 0
  const max = Math.max(1, ...history.map((one) => one.tests))
  return (
    <section className={styles.detail} aria-label={label}>
      <div className={styles.back}>
        <ButtonLink
          href={launchCausesHref(projectKey, launchId)}
          variant="quiet"
          size="sm"
          icon={<ArrowLeft aria-hidden />}
        >
          All causes
        </ButtonLink>
      </div>
      <header className={styles.title}>
        <h2>{formatCount(tests, 'test')}, one cause</h2>
        <CauseKindTag kind={kind} />
        <span className={styles.actions}>
          <IconButton label="Copy link to this cause" onClick={() => void copyLink(href)}>
            <LinkIcon aria-hidden />
          </IconButton>
          {(canMerge || canTag || canLink) && (
            <Menu
              label="Actions for this cause"
              align="end"
              trigger={
                <IconButton label="More actions">
                  <Ellipsis aria-hidden />
                </IconButton>
              }
            >
              {canTag && (
                <SubMenu icon={<Tag aria-hidden />} label="Assign failure tag">
                  {[...tags.values()]
                    .filter(({ enabled }) => enabled)
                    .map((tag) => (
                      <MenuItem key={tag.id} onSelect={() => props.onTag(cause, tag.id)}>
                        {tag.name}
                      </MenuItem>
                    ))}
                </SubMenu>
              )}
              {canLink && (
                <MenuItem icon={<Bug aria-hidden />} onSelect={() => props.onLinkIssue(cause)}>
                  Link issue
                </MenuItem>
              )}
              {canCreate && (
                <MenuItem icon={<BugPlay aria-hidden />} onSelect={() => props.onCreateIssue(cause)}>
                  Create issue
                </MenuItem>
              )}
              {canMerge && (
                <MenuSection label="Merge into">
                  {others.slice(0, 20).map((other) => (
                    <MenuItem key={other.key} icon={<Merge aria-hidden />} onSelect={() => onMerge(cause, other)}>
                      {other.label}
                    </MenuItem>
                  ))}
                </MenuSection>
              )}
            </Menu>
          )}
        </span>
      </header>
      <p className={styles.mono}>{label}</p>
      {detail !== null && <p className={styles.quiet}>{detail}</p>}
      <p className={styles.quiet}>{causeKindRules[kind]}</p>
      {suggestion !== null && kind !== 'fixed' && (
        <Suggestion {...{ projectKey, cause, suggestion, tags, rights, isWorking, onAccept }} />
      )}
      {suggestion === null && cause.tags.length + cause.issues.length > 0 && (
        <div className={styles.chips}>
          {cause.tags.map(({ tagId }) => {
            const tag = tags.get(tagId)
            return tag !== undefined && <TagChip key={tagId} tag={tag} />
          })}
          {cause.issues.map((id) => (
            <IssueLine key={id} id={id} />
          ))}
        </div>
      )}
      <section>
        <h3>
          Since when
          <span>
            <Link href={launchHref(projectKey, since.launchId)}>#{since.launchNumber}</Link>,{' '}
            <RelativeTime at={since.at} />
            {since.build !== null && `, build ${since.build}`}
          </span>
          <span className={styles.end}>{seenText(cause)}</span>
        </h3>
        <ol className={styles.timeline}>
          {history.map((one) => (
            <li key={one.launchId} data-here={one.launchId === launchId || undefined}>
              <span>{one.tests > 0 ? one.tests : '·'}</span>
              <i style={{ height: `${one.tests === 0 ? 0 : 6 + (one.tests / max) * 38}px` }} />
              <Link
                href={launchCausesHref(projectKey, one.launchId, key)}
                aria-label={`#${one.launchNumber}: ${formatCount(one.tests, 'test')}`}
              >
                #{one.launchNumber}
              </Link>
            </li>
          ))}
        </ol>
      </section>
      {(messages.length > 1 || firstMessage?.mergedAt != null) && (
        <section>
          <h3>{formatCount(messages.length, 'message')}</h3>
          <ul className={styles.messages}>
            {messages.map((message) => (
              <li key={message.key}>
                <span>
                  <code>{message.label}</code>
                  {message.mergedAt !== null && (
                    <small>
                      merged by {message.mergedBy ?? 'somebody who left'} <RelativeTime at={message.mergedAt} />
                    </small>
                  )}
                </span>
                <span>{formatCount(message.tests, 'test')}</span>
                {rights.canTag && message.mergedAt !== null && (
                  <Button size="sm" variant="quiet" isPending={isWorking} onClick={() => onSplit(message)}>
                    Split off
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {kind !== 'fixed' && (
        <section className={styles.open}>
          <ButtonLink href={testHref(projectKey, launchId, cause.firstTestId)}>Open the first test</ButtonLink>
          {messages.map((message) => (
            <ButtonLink
              key={message.key}
              variant="quiet"
              href={launchHref(projectKey, launchId, { failureKey: message.key })}
            >
              {messages.length === 1
                ? `Show ${formatCount(message.tests, 'test')}`
                : `${formatCount(message.tests, 'test')}: ${message.label.slice(0, 40)}`}
            </ButtonLink>
          ))}
        </section>
      )}
    </section>
  )
}

type SuggestionProps = Pick<CauseDetailProps, 'projectKey' | 'cause' | 'tags' | 'rights' | 'isWorking' | 'onAccept'> & {
  suggestion: NonNullable<Cause['suggestion']>
}

function Suggestion({ projectKey, cause, suggestion, tags, rights, isWorking, onAccept }: SuggestionProps) {
  const { tag, issue } = suggestion
  const known = tags.get(tag?.tagId ?? 0)
  return (
    <div className={styles.suggestion} role="note" aria-label="Suggestion">
      <div className={styles.chips}>
        <b>Suggested:</b>
        {known !== undefined && <TagChip tag={known} />}
        {issue !== null && <IssueChip id={issue.issueId} />}
      </div>
      {tag !== null && known !== undefined && (
        <p>
          <Tag aria-hidden />
          {tag.by ?? 'Somebody'} gave this cause the tag {known.name}
          {tag.launchId !== null && (
            <>
              {' '}
              in <Link href={launchHref(projectKey, tag.launchId)}>#{tag.launchNumber}</Link>
            </>
          )}
          {tag.at !== null && (
            <>
              , <RelativeTime at={tag.at} />
            </>
          )}
          .
        </p>
      )}
      {issue !== null && (
        <p>
          <Bug aria-hidden />
          The same failure was linked to {issue.issueId} in{' '}
          <Link href={launchHref(projectKey, issue.launchId)}>#{issue.launchNumber}</Link>.
        </p>
      )}
      {acceptable(cause, rights) !== null && (
        <div className={styles.chips}>
          <Button variant="primary" icon={<Check aria-hidden />} isPending={isWorking} onClick={() => onAccept(cause)}>
            {`Accept for ${formatCount(suggestion.tests, 'test')}`}
          </Button>
        </div>
      )}
    </div>
  )
}

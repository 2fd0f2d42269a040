/** Branch, pull request and commit that a launch tested, with links into the repository where they are known. */
import { GitBranch, GitCommitHorizontal, GitPullRequest } from 'lucide-react'
import type { ReactNode } from 'react'
import { originLinks, shortCommit, type LaunchOrigin } from '../../../contract/launches/launch-origin.ts'
import { Link } from '../../ui/controls/link.tsx'
import styles from './opened-launch.module.css'

export function Origin({ origin }: { origin: LaunchOrigin }) {
  const { branch, baseBranch, pullRequest, commit } = origin
  const links = originLinks(origin)
  return (
    <>
      {branch !== undefined && (
        <span title={`Branch: ${branch}`}>
          <GitBranch aria-hidden />
          <span className={styles.branch}>{branch}</span>
        </span>
      )}
      {pullRequest !== undefined && (
        <span title={baseBranch === undefined ? undefined : `Into ${baseBranch}`}>
          <GitPullRequest aria-hidden />
          <MaybeLink href={links.pullRequest}>Pull request {pullRequest}</MaybeLink>
        </span>
      )}
      {commit !== undefined && (
        <span className={styles.ci} title={`Commit: ${commit}`}>
          <GitCommitHorizontal aria-hidden />
          <MaybeLink href={links.commit}>
            <code>{shortCommit(commit)}</code>
          </MaybeLink>
        </span>
      )}
    </>
  )
}

const MaybeLink = ({ href, children }: { href: string | null; children: ReactNode }) =>
  href === null ? (
    children
  ) : (
    <Link isAlone href={href} target="_blank">
      {children}
    </Link>
  )

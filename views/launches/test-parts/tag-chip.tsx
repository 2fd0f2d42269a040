import { Tag } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { LaunchTest } from '../../../contract/launches/launch-tests.ts'
import { failureTagOf } from '../../../contract/launches/failure-tags.ts'
import type { StoredFailureTag } from '../../../contract/settings/failure-tags.ts'
import { safeColor } from '../../ui/marks/contrast.ts'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { TAGS_LOADING, type FailureTagsById } from './use-failure-tags.ts'
import styles from './tag-chip.module.css'

/** A failure tag. `isSuggested`: assigned automatically and not confirmed. */
export function TagChip({ tag, isSuggested = false }: { tag: StoredFailureTag; isSuggested?: boolean }) {
  const style = { '--tag': safeColor(tag.colorHex) } as CSSProperties
  return (
    <span
      className={styles.tag}
      style={style}
      data-suggested={isSuggested || undefined}
      data-tip={isSuggested ? 'Assigned because people gave this tag to the same cause' : undefined}
    >
      <Tag aria-hidden />
      <span>{isSuggested ? `${tag.name}?` : tag.name}</span>
    </span>
  )
}

/** The tag of a failed test, if the reader may see it. */
export function TagOfTest({ test, tags }: { test: LaunchTest; tags: FailureTagsById }) {
  const assignment = failureTagOf(test)
  if (assignment !== null && tags === TAGS_LOADING) return <Skeleton width={96} height={20} />
  const tag = assignment === null ? undefined : tags.get(assignment.tagId)
  return tag !== undefined && <TagChip tag={tag} isSuggested={assignment?.userFeedbackRequired === true} />
}

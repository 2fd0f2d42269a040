/** Filter chips as the library's tag group: arrow keys, Delete and Backspace; focus moves to the neighbour. */
import { Tag, TagGroup, TagList } from 'react-aria-components/TagGroup'
import { classNames } from '../browser/class-names.ts'
import { ChipParts, type ChipContent } from './filter-chips.tsx'
import styles from './filter-chips.module.css'

export function FilterChipsPart({ label, contents }: { label: string; contents: readonly ChipContent[] }) {
  return (
    <TagGroup
      aria-label={label}
      className={classNames(styles.contents)}
      onRemove={(ids) => contents.find(({ chip }) => ids.has(chip.id))?.onRemove()}
    >
      <TagList className={classNames(styles.contents)}>
        {contents.map((content) => (
          <Tag
            key={content.chip.id}
            id={content.chip.id}
            textValue={`${content.chip.label} ${content.chip.value}`}
            className={classNames(styles.chip)}
          >
            <ChipParts {...content} />
          </Tag>
        ))}
      </TagList>
    </TagGroup>
  )
}

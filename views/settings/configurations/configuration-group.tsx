import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ConfigurationGroup, ConfigurationOption } from '../../../contract/settings/configurations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import styles from './configurations.module.css'
import { InlineName } from './inline-name.tsx'

export interface GroupActions {
  /** `expected`: the name that the author saw. */
  rename: (group: ConfigurationGroup, name: string, expected: string) => Promise<unknown>
  addOption: (group: ConfigurationGroup, name: string) => Promise<unknown>
  renameOption: (
    group: ConfigurationGroup,
    option: ConfigurationOption,
    name: string,
    expected: string,
  ) => Promise<unknown>
  askToDelete: (group: ConfigurationGroup) => void
  askToDeleteOption: (group: ConfigurationGroup, option: ConfigurationOption) => void
}

/** A group with its options. Read-only without `actions`. */
export function ConfigurationGroupCard({
  group,
  actions,
}: {
  group: ConfigurationGroup
  actions: GroupActions | null
}) {
  const [isRenaming, setRenaming] = useState(false)
  const [added, setAdded] = useState<number | null>(null)
  const renameButton = useRef<HTMLButtonElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  return (
    <Panel
      className={styles.group}
      title={
        isRenaming && actions !== null ? (
          <InlineName
            label={`Name of group ${group.name}`}
            draft={`configuration-group:${group.id}`}
            initial={group.name}
            save={(name, expected) => actions.rename(group, name, expected)}
            onSaved={(_, byEnter) => {
              setRenaming(false)
              if (byEnter) renameButton.current?.focus()
            }}
            onClose={() => setRenaming(false)}
            returnTo={renameButton}
          />
        ) : (
          <h2 title={group.name}>{group.name}</h2>
        )
      }
      actions={
        actions !== null && (
          <>
            <IconButton
              ref={renameButton}
              size="sm"
              label={`Rename group ${group.name}`}
              onClick={() => setRenaming(true)}
            >
              <Pencil aria-hidden />
            </IconButton>
            <IconButton size="sm" label={`Delete group ${group.name}`} onClick={() => actions.askToDelete(group)}>
              <Trash2 aria-hidden />
            </IconButton>
          </>
        )
      }
    >
      {group.options.length > 0 && (
        <ul className={styles.options} aria-label={`Options of ${group.name}`}>
          {group.options.map((option) => (
            <Option key={option.id} group={group} option={option} actions={actions} />
          ))}
        </ul>
      )}
      {group.options.length === 0 && added === null && <p className={styles.none}>No options yet</p>}
      {actions !== null && (
        <div className={styles.add}>
          {added !== null && (
            <InlineName
              key={added}
              label={`New option of ${group.name}`}
              placeholder="Option name"
              draft={`configuration-option:new:${group.id}`}
              save={(name) => actions.addOption(group, name)}
              onSaved={(_, byEnter) => setAdded(byEnter ? added + 1 : null)}
              onClose={() => setAdded(null)}
              returnTo={addButton}
            />
          )}
          <Button
            ref={addButton}
            size="sm"
            variant="quiet"
            icon={<Plus aria-hidden />}
            aria-label={`Add option to ${group.name}`}
            data-add={group.id}
            onClick={() => setAdded((added ?? 0) + 1)}
          >
            Option
          </Button>
        </div>
      )}
    </Panel>
  )
}

function Option({
  group,
  option,
  actions,
}: {
  group: ConfigurationGroup
  option: ConfigurationOption
  actions: GroupActions | null
}) {
  const [isRenaming, setRenaming] = useState(false)
  const renameButton = useRef<HTMLButtonElement>(null)
  return (
    <li className={styles.option}>
      {isRenaming && actions !== null ? (
        <InlineName
          label={`Name of option ${option.name}`}
          draft={`configuration-option:${option.id}`}
          initial={option.name}
          save={(name, expected) => actions.renameOption(group, option, name, expected)}
          onSaved={(_, byEnter) => {
            setRenaming(false)
            if (byEnter) renameButton.current?.focus()
          }}
          onClose={() => setRenaming(false)}
          returnTo={renameButton}
        />
      ) : (
        <span className={styles.name} title={option.name}>
          {option.name}
        </span>
      )}
      {actions !== null && (
        <span className={styles.tools}>
          <IconButton
            ref={renameButton}
            size="sm"
            label={`Rename option ${option.name}`}
            onClick={() => setRenaming(true)}
          >
            <Pencil aria-hidden />
          </IconButton>
          <IconButton
            size="sm"
            label={`Delete option ${option.name}`}
            onClick={() => actions.askToDeleteOption(group, option)}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </span>
      )}
    </li>
  )
}

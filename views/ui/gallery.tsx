/** All controls in all states, for development (`gallery.html`). Not part of the product's build. */
import { Bug, Ellipsis, Flag, Flame, Globe, Plus, Star, Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Avatar } from './avatar.tsx'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { ChipInput } from './pickers/chip-input.tsx'
import { Chip, ColorTag } from './chip.tsx'
import { FilterChips } from './filter-chips.tsx'
import { CodeBlock } from './code/code-block.tsx'
import { ColorField } from './pickers/color-field.tsx'
import { DateField } from './forms/date-field.tsx'
import { NumberField } from './forms/number-field.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Donut } from './charts/donut.tsx'
import { EmptyState, ProblemState } from './empty-state.tsx'
import { IconButton } from './icon-button.tsx'
import { IconField } from './pickers/icon-field.tsx'
import { Kbd } from './kbd.tsx'
import { Menu, MenuItem, MenuSection, MenuSeparator, SubMenu } from './menu.tsx'
import { Panel } from './panel.tsx'
import { Popover } from './popover.tsx'
import { ProgressLine } from './progress-line.tsx'
import { ResizablePane } from './resizable-pane.tsx'
import { ResultBar } from './result-bar.tsx'
import { resultKinds } from './result-kinds.ts'
import { ResultLegend } from './result-legend.tsx'
import { SearchField } from './search-field.tsx'
import { SegmentedControl } from './segmented-control.tsx'
import { Select } from './select.tsx'
import { Skeleton } from './skeleton.tsx'
import { Slider } from './slider.tsx'
import { Badge, StatusTag } from './status-tag.tsx'
import { Switch } from './switch.tsx'
import { TabPanel, Tabs } from './tabs.tsx'
import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'
import { toast } from './toasts.ts'
import { OrderedLists } from './gallery-ordered.tsx'
import styles from './gallery.module.css'

const counts = { passed: 392, manual: 4, failed: 14, known: 7, blocked: 3, skipped: 6, aborted: 2 }

function Sample({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <section className={styles.sample} data-wide={wide || undefined}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

export function Gallery() {
  return (
    <div className={styles.sheet}>
      <Buttons />
      <Fields />
      <Choices />
      <Results />
      <Sample title="Ordered lists">
        <OrderedLists />
      </Sample>
      <Chips />
      <Faces />
      <Overlays />
      <Sample title="Panes">
        <div className={styles.panes}>
          <p className={styles.grow}>A list</p>
          <ResizablePane name="gallery" label="Preview" side="end" initialWidth={160} minWidth={100} maxWidth={240}>
            <p>Its preview</p>
          </ResizablePane>
        </div>
      </Sample>
      <Sample title="Code">
        <CodeBlock
          label="Set-up"
          hasLineNumbers
          code={
            'export REPORTING_ENABLED=true\nexport REPORTING_SERVER_HOSTNAME=https://assay.larkspur.shop/a/very/long/path\nnpm test'
          }
        />
      </Sample>
    </div>
  )
}

function Buttons() {
  return (
    <Sample title="Buttons">
      <div className={styles.line}>
        <Button variant="primary" icon={<Plus aria-hidden />}>
          Create run
        </Button>
        <Button>Cancel</Button>
        <Button variant="quiet">Clear</Button>
        <Button variant="danger" icon={<Trash2 aria-hidden />}>
          Delete
        </Button>
        <IconButton label="More actions">
          <Ellipsis aria-hidden />
        </IconButton>
      </div>
      <div className={styles.line}>
        <Button variant="primary" size="sm">
          Save
        </Button>
        <Button variant="primary" isPending>
          Saving
        </Button>
        <Button isPending>Loading</Button>
        <Button disabled>Disabled</Button>
        <Kbd keys="Mod+K" />
      </div>
    </Sample>
  )
}

function Fields() {
  const [milestone, setMilestone] = useState('a')
  const [query, setQuery] = useState('')
  const [color, setColor] = useState('#0F9B95')
  const [icon, setIcon] = useState('flag')
  const [emails, setEmails] = useState(['henrik@larkspur.example', 'maria@larkspur'])
  const [days, setDays] = useState<number | null>(-14)
  const [day, setDay] = useState('2026-11-30')
  return (
    <Sample title="Fields">
      <div className={styles.two}>
        <TextField label="Name" defaultValue="Checkout smoke" description="Shown in every list" />
        <TextField label="E-mail" defaultValue="nadia@larkspur" error="Enter a whole address" />
        <TextField label="Password" type="password" defaultValue="olive-tree-60" />
        <Select
          label="Milestone"
          value={milestone}
          onValueChange={setMilestone}
          options={[
            { value: 'a', label: '2.41 Autumn' },
            { value: 'b', label: '2.42 Winter' },
          ]}
        />
      </div>
      <div className={styles.two}>
        <ColorField label="Colour" value={color} onValueChange={setColor} />
        <IconField label="Icon" value={icon} options={ICONS} onValueChange={setIcon} />
      </div>
      <div className={styles.two}>
        <DateField label="Start date" value={day} onValueChange={setDay} description="Optional" />
        <DateField label="Due date" value="" onValueChange={setDay} min={day} error="This field is required" />
      </div>
      <div className={styles.two}>
        <NumberField label="Days" min={-30} max={30} value={days} onValueChange={setDays} description="At most 30" />
        <NumberField label="Width" size="sm" step={10} value={days} onValueChange={setDays} error="Enter a number" />
      </div>
      <ChipInput
        label="Emails"
        values={emails}
        onChange={setEmails}
        validate={(value) => (/@\w+\.\w/.test(value) ? null : 'Please enter a valid email address')}
        placeholder="Add or paste more"
        isRoomy
      />
      <TextArea label="Description" placeholder="What it checks" />
      <div className={styles.line}>
        <SearchField label="Search cases" value={query} onValueChange={setQuery} />
      </div>
    </Sample>
  )
}

function Choices() {
  const [view, setView] = useState('tree')
  const [open, setOpen] = useState('case')
  const [place, setPlace] = useState(40)
  return (
    <Sample title="Choices">
      <div className={styles.line}>
        <Checkbox defaultSelected>Failed</Checkbox>
        <Checkbox isIndeterminate>Some</Checkbox>
        <Checkbox>None</Checkbox>
        <Checkbox shape="live">Running</Checkbox>
      </div>
      <div className={styles.line}>
        <Switch defaultSelected>On</Switch>
        <Switch>Off</Switch>
      </div>
      <Checkbox defaultSelected description="A small web shop with 40 cases and 6 launches, to look around in.">
        Add a sample project
      </Checkbox>
      <SegmentedControl
        label="View"
        value={view}
        onValueChange={setView}
        segments={[
          { value: 'tree', label: 'Tree' },
          { value: 'suite', label: 'Suite' },
          { value: 'all', label: 'With sub-suites' },
        ]}
      />
      <Slider
        label="Place"
        value={place}
        max={100}
        valueWords={`${place} of 100`}
        marks={[{ value: 65, label: 'First failure', kind: 'failed' }]}
        onValueChange={setPlace}
      />
      <Tabs
        label="Case"
        id="gallery"
        selected={open}
        onSelect={setOpen}
        items={[
          { id: 'case', label: 'Case' },
          { id: 'runs', label: 'Runs', count: 14 },
        ]}
      />
      <TabPanel of="gallery" tab={open}>
        The {open} tab is open.
      </TabPanel>
    </Sample>
  )
}

const ICONS = [
  { value: 'flag', label: 'Flag', icon: <Flag aria-hidden /> },
  { value: 'fire', label: 'Fire', icon: <Flame aria-hidden /> },
  { value: 'star', label: 'Star', icon: <Star aria-hidden /> },
  { value: 'bug', label: 'Bug', icon: <Bug aria-hidden /> },
]

function Results() {
  return (
    <Sample title="Results: icon, word, colour" wide>
      <div className={styles.line}>
        {resultKinds.map((kind) => (
          <StatusTag key={kind} kind={kind} look="badge" />
        ))}
      </div>
      <div className={styles.line}>
        {resultKinds.map((kind) => (
          <StatusTag key={kind} kind={kind} />
        ))}
        <StatusTag kind="none">Queued</StatusTag>
        <StatusTag kind="running" isWaiting>
          Launching
        </StatusTag>
      </div>
      <ResultBar counts={counts} />
      <ResultBar counts={{ passed: 61, failed: 3, running: 4 }} total={214} />
      <ResultBar counts={{}} />
      <div className={styles.line}>
        <Donut label="Results" counts={counts} caption="pass rate">
          92.5%
        </Donut>
        <ResultLegend counts={counts} hrefFor={(kind) => `?kind=${kind}`} />
      </div>
    </Sample>
  )
}

function Chips() {
  const [removed, setRemoved] = useState<readonly string[]>([])
  return (
    <Sample title="Chips">
      <div className={styles.line}>
        <FilterChips
          chips={['Status is', 'Created']
            .filter((label) => !removed.includes(label))
            .map((label) => ({
              id: label,
              label,
              value: label === 'Created' ? 'after 1 Nov' : 'Failed, Blocked',
              onRemove: () => setRemoved([...removed, label]),
              ...(label === 'Created' ? {} : { editor: <p>Values</p> }),
            }))}
        />
      </div>
      <div className={styles.line}>
        <Chip icon={<Flag aria-hidden />}>2.41</Chip>
        <Chip icon={<Globe aria-hidden />}>Chrome 131</Chip>
        <Chip icon={<Tag aria-hidden />} href="?tag">
          Product bug
        </Chip>
        <Chip isQuiet>Draft</Chip>
        <Chip onClick={() => undefined}>+4</Chip>
        <Badge>Closed</Badge>
      </div>
      <div className={styles.line}>
        <ColorTag colorHex="#d23f38">Bug</ColorTag>
        <ColorTag colorHex="#e0a100">Question</ColorTag>
        <ColorTag colorHex="#2f7de0">Improvement</ColorTag>
        <Avatar name="Nadia Krol" />
        <Avatar name="tom.okafor@larkspur.shop" />
        <Avatar name={null} />
      </div>
      <ProgressLine label="Importing cases" value={412} max={618} />
    </Sample>
  )
}

function Faces() {
  return (
    <>
      <Sample title="Loading">
        <Panel>
          {[144, 112, 128].map((width) => (
            <div key={width} className={styles.row}>
              <Skeleton width={16} height={16} />
              <Skeleton width={width} />
              <span className={styles.grow} />
              <Skeleton width={76} />
            </div>
          ))}
        </Panel>
      </Sample>
      <Sample title="No results">
        <Panel>
          <EmptyState title="No launches match these filters" actions={<Button>Clear filters</Button>}>
            46 launches are hidden by 2 filters.
          </EmptyState>
        </Panel>
      </Sample>
      <Sample title="Failed">
        <Panel>
          <ProblemState title="Launches did not load" onRetry={() => undefined}>
            The server did not respond within 10 seconds. Your filters are kept.
          </ProblemState>
        </Panel>
      </Sample>
    </>
  )
}

function Overlays() {
  const [isOpen, setOpen] = useState(false)
  const [group, setGroup] = useState('Failure')
  return (
    <Sample title="What floats">
      <div className={styles.line}>
        <Menu label="Group by" trigger={<Button variant="quiet">Group {group}</Button>}>
          <MenuSection label="Group by">
            {['Failure', 'Suite', 'Nothing'].map((each) => (
              <MenuItem key={each} isSelected={each === group} onSelect={() => setGroup(each)}>
                {each}
              </MenuItem>
            ))}
          </MenuSection>
          <SubMenu label="Move to">
            <MenuItem>Checkout</MenuItem>
            <MenuItem>Search</MenuItem>
          </SubMenu>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} isDanger keys="Shift+D" onSelect={() => setOpen(true)}>
            Delete
          </MenuItem>
        </Menu>
        <Popover label="Filter" trigger={<Button>Filter</Button>}>
          <div className={styles.column}>
            <Checkbox>Staging</Checkbox>
            <Checkbox>Production</Checkbox>
          </div>
        </Popover>
        <Button onClick={() => setOpen(true)}>Dialog</Button>
        <Button onClick={() => toast.success('Link copied to clipboard', { label: 'Undo', run: () => undefined })}>
          Toast
        </Button>
        <Button onClick={() => toast.error('Launch can not be found')}>Error</Button>
      </div>
      {isOpen && (
        <ConfirmDialog
          title="Delete 3 launches?"
          confirmLabel="Delete 3 launches"
          onConfirm={() => setOpen(false)}
          onClose={() => setOpen(false)}
        >
          1,084 test results, 16 artifacts and their videos go with them. This cannot be undone.
        </ConfirmDialog>
      )}
    </Sample>
  )
}

// The view of what everyone does.

import { EventLine } from '../parts/event-line.tsx'
import { Empty, More, Show } from '../parts/states.tsx'
import { PageHead, useTitle } from '../parts/title.tsx'
import { useActivity } from '../state/activity.ts'
import { t } from '../text/language.ts'

const PAGE_SIZE = 50

/** Everything that happens, of everyone. */
export function ActivityPage() {
  useTitle(t().shell.views.activity)
  const activity = useActivity(PAGE_SIZE)
  return (
    <div class="narrow">
      <PageHead title={t().shell.views.activity}>{t().people.activity.lead}</PageHead>
      <Show of={activity} lines={8}>
        {(events) =>
          events.length === 0 ? (
            <Empty title={t().people.activity.none} />
          ) : (
            <ol class="timeline" data-testid="activity">
              {events.map((event) => (
                <EventLine key={event.id} event={event} />
              ))}
            </ol>
          )
        }
      </Show>
      <More of={activity}>{t().common.showMore}</More>
    </div>
  )
}

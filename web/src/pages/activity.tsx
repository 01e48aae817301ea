import { EventLine } from '../parts/event-line.tsx'
import { Empty, More, Show } from '../parts/states.tsx'
import { useTitle } from '../parts/title.ts'
import { useActivity } from '../state/activity.ts'

const PAGE_SIZE = 50

/** Everything that happens, of everyone. */
export function ActivityPage() {
  useTitle('Activity')
  const activity = useActivity(PAGE_SIZE)
  return (
    <div class="narrow">
      <div class="page-head">
        <h1>Activity</h1>
        <p class="lead">Markets, bets, decisions and payouts of everyone, as they are confirmed on chain.</p>
      </div>
      <Show of={activity} lines={8}>
        {(events) =>
          events.length === 0 ? (
            <Empty title="Nothing has happened yet" />
          ) : (
            <ol class="timeline" data-testid="activity">
              {events.map((event) => (
                <EventLine key={event.id} event={event} />
              ))}
            </ol>
          )
        }
      </Show>
      <More of={activity}>Show more</More>
    </div>
  )
}

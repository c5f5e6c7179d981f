/** An alert in an answer of Prometheus. */
export interface Alert {
  labels: Record<string, string>;
  state: string;
}

/** Returns the names of the raised alerts, such as `ProcessRestarted of svc-media`, by all their labels. */
export const firingAlerts = (alerts: Alert[]): Map<string, string> =>
  new Map(
    alerts
      .filter(({ state }) => state === 'firing')
      .map(({ labels }) => {
        const { alertname, part, instance, component, service_level: level, device } = labels;
        return [JSON.stringify(labels), [alertname, part ?? instance ?? component ?? level, device].filter(Boolean).join(' of ')];
      }),
  );

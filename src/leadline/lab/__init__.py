"""The lab: simulated sources whose whole content is known, experiments, bounds and plots."""
